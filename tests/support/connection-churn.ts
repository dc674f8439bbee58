import { connect, type Socket } from 'node:net';
import { seededRandom } from './seeded-random.ts';
import type { TestServer } from './server.ts';

const AT_ONCE = 128;
/** Connections that the server leaves open are closed after this time. */
const PATIENCE_MS = 100;

const HEAD = 'Host: localhost:PORT\r\n';
const FORM = `${HEAD}Content-Type: application/x-www-form-urlencoded\r\n`;
const WHOLE = [
  `GET / HTTP/1.1\r\n${HEAD}\r\n`,
  `GET /login HTTP/1.1\r\n${HEAD}\r\n`,
  `GET /healthz HTTP/1.1\r\n${HEAD}Connection: close\r\n\r\n`,
  `HEAD /api/leads/stream HTTP/1.1\r\n${HEAD}\r\n`,
  `GET /api/leads/stream HTTP/1.1\r\n${HEAD}\r\n`,
  `GET /nada HTTP/1.0\r\n${HEAD}\r\n`,
  'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n',
  `CONNECT localhost:PORT HTTP/1.1\r\n${HEAD}\r\nbytes for the other end`,
  `GET / HTTP/1.1\r\n${HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`,
  `GET / HTTP/1.1\r\n${HEAD}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  `TRACE / HTTP/1.1\r\n${HEAD}\r\n`,
  `POST /webhook/contacto HTTP/1.1\r\n${FORM}Content-Length: 20\r\n\r\nnombre=Iris&email=i@`,
  `POST /webhook/contacto HTTP/1.1\r\n${FORM}Expect: 100-continue\r\nContent-Length: 9\r\n\r\nnombre=No`,
  `POST /webhook/contacto HTTP/1.1\r\n${FORM}Expect: nothing\r\nContent-Length: 0\r\n\r\n`,
  `POST /webhook/contacto HTTP/1.1\r\n${FORM}Transfer-Encoding: chunked\r\n\r\n5\r\nnombr\r\n0\r\n\r\n`,
  `POST /webhook/contacto HTTP/1.1\r\n${FORM}Transfer-Encoding: chunked\r\nTrailer: X\r\n\r\n0\r\nX: y\r\n\r\n`,
  `POST /webhook/contacto HTTP/1.1\r\n${FORM}Content-Length: 99999999\r\n\r\nnombre=`,
  `POST /api/auth/sign-in HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
];

/** The ways to end a connection: reset, close or half-close. */
const ENDS: ((socket: Socket) => void)[] = [
  (socket) => socket.resetAndDestroy(),
  (socket) => socket.destroy(),
  (socket) => socket.end(),
];

/**
 * Opens `count` connections, some at a time, that end before, during or after a request: random bytes, requests cut at
 * any point, pipelining, resets during the answer. `seed` reproduces a run.
 */
export async function churnConnections(server: TestServer, count: number, seed: number): Promise<void> {
  const chance = seededRandom(seed);
  let left = count;
  const worker = async () => {
    while (left-- > 0) await openAndEnd(server.port, chance);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function openAndEnd(port: number, chance: (below: number) => number): Promise<void> {
  const bytes = makeBytes(port, chance);
  const end = pick(ENDS, chance);
  const moment = chance(4);
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const patience = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(patience);
      resolve();
    });
    if (moment === 0) socket.write(bytes, () => end(socket));
    else socket.write(bytes);
    // Ends at the first bytes of the answer, after all of it, or not at all.
    if (moment === 1) socket.once('data', () => end(socket));
    else if (moment === 2) socket.on('data', () => setImmediate(end, socket));
    else socket.resume();
  });
}

function makeBytes(port: number, chance: (below: number) => number): Buffer {
  if (chance(5) === 0) return Buffer.from(Array.from({ length: 1 + chance(300) }, () => chance(256)));
  const requests = Array.from({ length: 1 + chance(3) }, () => pick(WHOLE, chance));
  const text = requests.join('').replaceAll('PORT', String(port));
  return Buffer.from(chance(2) === 0 ? text : text.slice(0, chance(text.length)), 'latin1');
}

function pick<Item>(items: Item[], chance: (below: number) => number): Item {
  return items[chance(items.length)] as Item;
}
