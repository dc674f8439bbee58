import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readlinkSync, readSync, writeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { churnConnections } from '../support/connection-churn';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { openStream } from '../support/live';
import { closed, findLargestScript, sendRaw, statusOf } from '../support/raw-requests';
import { SEED } from '../support/seed';
import { startServer, type TestServer } from '../support/server';

const OWN_ADDRESS = '127.0.0.1';
const ANOTHER_ADDRESS = '127.0.0.2';
const HOST = 'Host: localhost:PORT\r\n';

/** Opens a connection, sends `beginning`, then `more` now and then, and reads nothing unless told to. */
function hold(server: TestServer, beginning: string, localAddress = OWN_ADDRESS, more = ''): Socket {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress }).on('error', () => {});
  const send = (text: string) => socket.write(text.replaceAll('PORT', String(server.port)));
  send(beginning);
  const sending = more && setInterval(() => send(more), 50);
  socket.once('close', () => clearInterval(sending || undefined));
  return socket;
}

const isAlive = async (server: TestServer) => (await call(server, '/healthz')).status === 200;

describe('a connection that ends as it likes', () => {
  /** FUZZ_LIVES sets the length of a run. */
  const LIVES = Number(process.env.FUZZ_LIVES ?? 20_000);

  test(`${LIVES} times, at every point and with any bytes, leaves the process as it was (FUZZ_SEED=${SEED})`, async () => {
    const server = await startServer({
      env: { NODE_OPTIONS: `--import ${resolve('tests/support/heap-on-signal.mjs')}` },
    });
    const look = watchProcess(server);
    try {
      // Warm-up: every kind of connection has run and its code is loaded before the first measurement.
      await churnConnections(server, 500, SEED);
      const before = await look.heapMegabytes();
      await churnConnections(server, LIVES, SEED + 1);
      expect(await isAlive(server)).toBe(true);
      await expect.poll(look.countSockets).toBeLessThanOrEqual(look.socketsAtFirst + 1);
      expect((await look.heapMegabytes()) - before).toBeLessThan(8);
      expect(server.output().match(/^.*"level":[56]0.*$/gm)).toBeNull();
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });
});

describe('where there is no more room', () => {
  /** Room for 24 connections, plus a few reserved for health checks. */
  const FEW_HANDLES = 96;
  const HELD = 60;
  const script = findLargestScript();
  const unread = `GET /_astro/${script} HTTP/1.1\r\n${HOST}\r\n`;
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n';

  let server: TestServer;
  let cookie: string;
  beforeAll(async () => {
    server = await startServer({ handles: FEW_HANDLES });
    ({ cookie } = makePerson(server));
  });
  afterAll(() => server.stop());

  /** A connection per request: unlike a browser, fetch does not retry when a kept-alive one was closed. */
  const headers = { connection: 'close' };

  async function work(): Promise<void> {
    const stream = await openStream(server, cookie);
    const fields = { nombre: 'Iris', email: 'i@x.example.com' };
    const made = await call(server, '/api/leads', { cookie, headers, body: fields });
    expect(made.status).toBe(201);
    const notes = `/api/leads/${made.json.lead.id}/notes`;
    expect((await call(server, notes, { cookie, headers, body: { body: 'Hola' } })).status).toBe(201);
    await stream.hears(made.json.lead.as_of);
    for (const path of ['/', '/panel', '/api/leads', '/healthz']) {
      expect((await call(server, path, { cookie, headers })).status).toBe(200);
    }
    expect((await submitEnquiry(server, validEnquiry, headers)).status).toBe(303);
    stream.close();
  }

  test.each([
    ['kept alive', `GET /healthz HTTP/1.1\r\n${HOST}\r\n`],
    ['silent', ''],
    ['slow to ask', `GET / HTTP/1.1\r\n${HOST}X-A: `],
    ['slow to send', `POST /webhook/contacto HTTP/1.1\r\n${HOST}${form}nombre=`],
    // Until the system's buffers are full, and beyond.
    ['slow to read', unread, unread],
  ])('connections that are %s, however many, keep nobody from working', async (_name, beginning, more = '') => {
    for (const address of [ANOTHER_ADDRESS, OWN_ADDRESS]) {
      const sockets = Array.from({ length: HELD }, () => hold(server, beginning, address, more));
      try {
        await Promise.all(sockets.map((socket) => once(socket, 'connect')));
        await work();
        await work();
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    }
  });

  test('panels of one address give way to another’s', async () => {
    const office = Array.from({ length: 30 }, () => {
      const person = makePerson(server);
      return hold(server, `GET /api/leads/stream HTTP/1.1\r\n${HOST}Cookie: ${person.cookie}\r\n\r\n`, ANOTHER_ADDRESS);
    });
    try {
      await Promise.any(office.map((socket) => closed(socket.resume())));
      await work();
    } finally {
      for (const socket of office) socket.destroy();
    }
  });

  test('because everybody is at work, it is still told that the server is alive; others, when to return', async () => {
    const busy = await startServer({ handles: FEW_HANDLES });
    const people = Array.from({ length: HELD }, () => makePerson(busy));
    // A hash that takes minutes.
    withDatabase(busy, (db) =>
      db
        .prepare('UPDATE users SET password_hash = ?')
        .run(`$argon2id$v=19$m=19456,t=20000,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`),
    );
    const makeSignIn = (email: string) => {
      const body = JSON.stringify({ email, password: 'una clave cualquiera' });
      return `POST /api/auth/sign-in HTTP/1.1\r\n${HOST}Origin: http://localhost:PORT\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    };
    const sockets: Socket[] = [];
    try {
      const ask = (path: string) => sendRaw(busy, `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
      const fillUp = async () => {
        for (const { email } of people.splice(0, 5)) sockets.push(hold(busy, makeSignIn(email)));
        return statusOf(await ask('/login'));
      };
      await expect.poll(fillUp).toBe(503);
      expect(await ask('/login')).toMatch(/^retry-after: \d+\r$/im);
      for (let i = 0; i < 20; i++) expect(statusOf(await ask('/healthz'))).toBe(200);
    } finally {
      for (const socket of sockets) socket.destroy();
      // A running hash cannot be interrupted.
      busy.process.kill('SIGKILL');
      await busy.stop();
    }
  });
});

test('a stream of live updates lives through a database that cannot be read, and goes on when it can', async () => {
  const own = await startServer();
  const { cookie } = makePerson(own);
  const stream = await openStream(own, cookie);
  const heal = spoil(own);
  try {
    await own.printed(/"event":"heartbeat_failed"/);
    heal();
    const fields = { nombre: 'Después', email: 'd@x.example.com' };
    const { status, json } = await call(own, '/api/leads', { cookie, body: fields });
    expect(status).toBe(201);
    await stream.hears(json.lead.as_of);
  } finally {
    stream.close();
    await own.stop();
  }
});

describe('too few file handles', () => {
  test('leave every connection that is taken served, refuse the others, and end nothing', async () => {
    const server = await startServer({ handles: 96 });
    const sockets: Socket[] = [];
    try {
      for (let i = 0; i < 150; i++) sockets.push(connect(server.port, '127.0.0.1').on('error', () => {}));
      await expect.poll(() => sockets.filter((socket) => socket.closed).length).toBeGreaterThanOrEqual(118);
      const open = sockets.filter((socket) => !socket.closed);
      expect(open.length).toBeGreaterThan(20);
      for (const [index, path] of ['/healthz', '/', '/login', '/favicon.svg'].entries()) {
        expect(await askOn(open[index], server.port, path)).toMatch(/^HTTP\/1\.1 200/);
      }
      for (const socket of sockets) socket.destroy();
      await expect.poll(async () => (await submitEnquiry(server, validEnquiry).catch(() => null))?.status).toBe(303);
    } finally {
      for (const socket of sockets) socket.destroy();
      await server.stop();
    }
  });

  async function askOn(socket: Socket | undefined, port: number, path: string): Promise<string> {
    if (!socket) throw new Error('no open connection');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
    const [chunk] = await once(socket, 'data');
    return String(chunk);
  }
});

/**
 * Overwrites the head of the database files under the server; returns the undo. The server must not be writing meanwhile:
 * its commit would make the head of the -shm file right again, and it would go on reading what it holds in memory.
 */
function spoil(server: TestServer): () => void {
  const beginnings = withDatabase(server, (db) =>
    db
      .transaction(() => [overwrite(server, '', 4096), overwrite(server, '-wal', 32), overwrite(server, '-shm', 136)])
      .immediate(),
  );
  return () => {
    for (const { file, bytes } of beginnings) {
      writeSync(file, bytes, 0, bytes.length, 0);
      closeSync(file);
    }
  };
}

function overwrite({ databasePath }: TestServer, suffix: string, length: number) {
  const file = openSync(databasePath + suffix, 'r+');
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, 0);
  writeSync(file, Buffer.alloc(length, 7), 0, length, 0);
  return { file, bytes };
}

function watchProcess(server: TestServer) {
  let looks = 0;
  const handles = `/proc/${server.process.pid}/fd`;
  const isSocket = (name: string) => {
    try {
      return readlinkSync(join(handles, name)).startsWith('socket:');
    } catch {
      return false;
    }
  };
  const countSockets = () => readdirSync(handles).filter(isSocket).length;
  return {
    countSockets,
    socketsAtFirst: countSockets(),
    /** Heap in use after garbage collection. */
    async heapMegabytes(): Promise<number> {
      looks += 1;
      server.process.kill('SIGUSR2');
      const [, bytes] = await server.printed(new RegExp(`^heap ${looks}: (\\d+)`, 'm'));
      return Number(bytes) / 2 ** 20;
    },
  };
}
