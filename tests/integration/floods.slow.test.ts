import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call, validEnquiry } from '../support/http';
import { inParallel } from '../support/in-parallel';
import { provideSharedServer } from '../support/provide';
import { closed, findLargestScript } from '../support/raw-requests';
import { startServer } from '../support/server';

const server = provideSharedServer();

const HOST = 'Host: localhost:PORT\r\n';
const ENDLESS_HASH = `$argon2id$v=19$m=19456,t=20000,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
const isAlive = async () => (await call(server, '/healthz')).status === 200;

describe('ASVS 15.2.2: a flood of sign-ins', () => {
  const FLOOD = 64;

  test('is worked off', async () => {
    const answers = await Promise.all(
      Array.from({ length: FLOOD }, (_, i) => {
        const body = { email: `nadie-${i}@a.example.com`, password: 'una clave cualquiera' };
        return call(server, '/api/auth/sign-in', { body });
      }),
    );
    // How many are turned away depends on the machine's speed.
    expect(answers.map(({ status }) => status)).toContain(401);
    expect(answers.filter(({ status }) => status !== 401 && status !== 503)).toEqual([]);
  });

  test('keeps nobody else waiting, and what finds no room is told when to come back', async () => {
    const flooded = await startServer();
    try {
      const { email } = makePerson(flooded);
      // A hash that takes minutes, so the flood lasts while others are answered.
      withDatabase(flooded, (db) => db.prepare('UPDATE users SET password_hash = ?').run(ENDLESS_HASH));
      const answers: number[] = [];
      const waits: number[] = [];
      for (let i = 0; i < FLOOD; i++) {
        void call(flooded, '/api/auth/sign-in', { body: { email, password: 'una clave cualquiera' } }).then(
          ({ status, headers }) => {
            answers.push(status);
            waits.push(Number(headers.get('retry-after')));
          },
          () => {},
        );
      }
      // The first 503 shows that the queue is full.
      await expect.poll(() => answers).toContain(503);
      expect((await call(flooded, '/healthz')).status).toBe(200);
      expect(new Set(answers)).toEqual(new Set([503]));
      expect(Math.min(...waits)).toBeGreaterThan(0);
    } finally {
      // A running hash cannot be interrupted.
      flooded.process.kill('SIGKILL');
      await flooded.stop();
    }
  });
});

test('ASVS 16.2: a flood of what is refused leaves some lines and its sum in the log', async () => {
  const FLOOD = 3000;
  const flooded = await startServer({ env: { RATE_LIMIT_SCALE: '1' } });
  const kinds = ['/api/leads', '/nada', '/api/auth/recover'];
  const statuses = new Map<number, number>();
  await inParallel(Array.from({ length: FLOOD }).keys(), async (n) => {
    const path = kinds[n % kinds.length] ?? '';
    const body = path.endsWith('recover') ? { email: 'nadie@x.example.com' } : undefined;
    const { status } = await call(flooded, path, { body });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  await flooded.stop();
  const lines = flooded
    .output()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? JSON.parse(line) : []));
  const listed = lines.filter(({ event }) => event === 'request');
  for (const [status, sent] of statuses) {
    const own = listed.filter((line) => line.status === status).length;
    const sum = lines.filter((line) => line.event === 'requests_refused' && line.status === status);
    const summed = sum.reduce((total, { count }) => total + count, 0);
    expect([status, own + summed]).toEqual([status, sent]);
    if (status >= 400) expect(own).toBeLessThan(100);
  }
  expect(statuses.keys().toArray()).toEqual(expect.arrayContaining([401, 404, 429]));
  expect(flooded.output().length).toBeLessThan(100_000);
});

describe.concurrent('ASVS 15.2.2: clients that take their time', () => {
  const post = `POST /webhook/contacto HTTP/1.1\r\n${HOST}Content-Type: application/x-www-form-urlencoded\r\n`;
  const body = new URLSearchParams(validEnquiry).toString();

  test.each([
    ['headers', `GET / HTTP/1.1\r\n${HOST}X-A: `],
    ['a body', `${post}Content-Length: ${body.length}\r\n\r\n`],
    ['a chunked body', `${post}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n`],
    ['nothing at all', ''],
  ])('with %s are cut off', async (_name, beginning) => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    const dripping = setInterval(() => socket.write(beginning === '' ? '' : 'a'), 1000);
    socket.write(beginning.replaceAll('PORT', String(server.port)));
    socket.resume();
    try {
      await closed(socket);
    } finally {
      clearInterval(dripping);
    }
    expect(await isAlive()).toBe(true);
  });

  test('that do not read their answers are cut off', async () => {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.7' }).on('error', () => {});
    const asking = `GET /_astro/${findLargestScript()} HTTP/1.1\r\n${HOST}\r\n`.replaceAll('PORT', String(server.port));
    // The system takes some, so one is asked for after the other.
    const lines = () => server.output().match(/^.*"address":"127\.0\.0\.7".*$/gm) ?? [];
    for (let asked = 1; !lines().some((line) => line.includes('"aborted":true')); asked++) {
      socket.write(asking);
      await expect.poll(lines).toHaveLength(asked);
    }
    socket.destroy();
  });

  test('and ask ahead without end are cut off', async () => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    const asking = `GET /_astro/${findLargestScript()} HTTP/1.1\r\n${HOST}\r\n`.replaceAll('PORT', String(server.port));
    const asked = setInterval(() => socket.write(asking), 5);
    await closed(socket);
    clearInterval(asked);
  });

  test('by the hundred keep nobody out', async () => {
    const flooded = await startServer();
    const sockets: Socket[] = [];
    try {
      for (let i = 0; i < 600; i++) {
        const socket = connect(flooded.port, '127.0.0.1').on('error', () => {});
        socket.write('GET / HTTP/1.1\r\nX-A: ');
        sockets.push(socket);
      }
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      for (let i = 0; i < 10; i++) expect((await call(flooded, '/login')).status).toBe(200);
    } finally {
      for (const socket of sockets) socket.destroy();
      await flooded.stop();
    }
  });
});

test('ASVS 15.2.2: a flood of pages from one address is turned away, and another gets its own', async () => {
  const flooded = await startServer();
  const asking = `GET /login HTTP/1.1\r\n${HOST}\r\n`.replaceAll('PORT', String(flooded.port));
  const refusals = new Set<string>();
  const sockets = Array.from({ length: 300 }, () => {
    const socket = connect({ port: flooded.port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        const [waits] = /^retry-after: \d+(?=\r$)/im.exec(String(chunk)) ?? [];
        if (waits) refusals.add(waits);
        if (chunk.includes('</html>')) socket.write(asking);
      });
    return socket;
  });
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) socket.write(asking);
    await expect.poll(() => refusals).toContain('retry-after: 5');
    for (let i = 0; i < 5; i++) expect((await call(flooded, '/login')).status).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
    await flooded.stop();
  }
});
