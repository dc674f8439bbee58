import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call, validEnquiry } from '../support/http';
import { closed, findLargestScript, sendRaw, statusOf } from '../support/raw';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const HOST = 'Host: localhost:PORT\r\n';
const ENDLESS_HASH = `$argon2id$v=19$m=19456,t=20000,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
const isAlive = async () => (await call(server, '/healthz')).status === 200;

describe('ASVS 4.2.1: a request whose end can be read in two ways', () => {
  const smuggled = 'GET /contrabando HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n';
  const cases: [string, string][] = [
    ['both lengths', `Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['both lengths, the other way round', `Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n`],
    ['two lengths', `Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n`],
    ['a list of lengths', `Content-Length: 0, ${smuggled.length}\r\n\r\n`],
    ['a negative length', 'Content-Length: -1\r\n\r\n'],
    ['a signed length', 'Content-Length: +0\r\n\r\n'],
    ['a hexadecimal length', 'Content-Length: 0x0\r\n\r\n'],
    ['a space before the colon', 'Content-Length : 0\r\n\r\n'],
    ['an encoding that is none', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['chunked before another encoding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
    ['a folded header', 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 0\r\n\r\n'],
    ['a bare carriage return', 'X-A: b\rContent-Length: 0\r\n\r\n'],
    ['a NUL in a header', 'X-A: a\0b\r\nContent-Length: 0\r\n\r\n'],
    ['a chunk size that is none', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n'],
    ['a chunk longer than it says', 'Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n'],
    ['a chunk size beyond all numbers', `Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(20)}\r\n`],
  ];

  test.each(cases)('by %s is refused, and nothing behind it is answered', async (_name, rest) => {
    const answer = await sendRaw(server, `POST /webhook/contacto HTTP/1.1\r\n${HOST}${rest}${smuggled}`);
    expect(statusOf(answer)).toBe(400);
    expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    expect(server.output()).not.toContain('/contrabando');
  });

  test('by naming two hosts, or none, is refused', async () => {
    for (const hosts of ['', `${HOST}Host: evil.example.com\r\n`, `Host: evil.example.com\r\n${HOST}`]) {
      const answer = await sendRaw(server, `GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      expect([400, 421]).toContain(statusOf(answer));
    }
  });
});

describe('ASVS 15.2.2: giants', () => {
  test.each([
    ['a header', `X-A: ${'a'.repeat(20_000)}\r\n`],
    ['a cookie', `Cookie: sid=${'a'.repeat(20_000)}\r\n`],
    ['a thousand headers', Array.from({ length: 1000 }, (_, i) => `X-${i}: ${'a'.repeat(20)}\r\n`).join('')],
  ])('%s of more than 16 KiB is 431', async (_name, headers) => {
    expect(statusOf(await sendRaw(server, `GET / HTTP/1.1\r\n${HOST}${headers}\r\n`))).toBe(431);
    expect(await isAlive()).toBe(true);
  });

  test('an address of more than 16 KiB is 431', async () => {
    const answer = await sendRaw(server, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`);
    expect(statusOf(answer)).toBe(431);
  });

  test('a body that claims 100 MB is refused before it is sent', async () => {
    const answer = await sendRaw(
      server,
      `POST /webhook/contacto HTTP/1.1\r\n${HOST}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 104857600\r\n\r\n`,
    );
    expect(statusOf(answer)).toBe(413);
  });

  test.each(['bytes=500-2', 'bytes=-5', 'bytes=abc', 'bytes=0-', 'bytes=99999999-', 'bytes=0-1,5-6'])(
    'Range: %s gets the file, and ends nothing',
    async (range) => {
      const answer = await fetch(`${server.url}/`, { headers: { range } });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('</html>');
      expect(await isAlive()).toBe(true);
    },
  );
});

describe('ASVS 15.2.2: a flood of sign-ins', () => {
  const FLOOD = 64;

  test('is worked off; what finds no room is told when to come back', async () => {
    const answers = await Promise.all(
      Array.from({ length: FLOOD }, (_, i) => {
        const body = { email: `nadie-${i}@a.example.com`, password: 'una clave cualquiera' };
        return call(server, '/api/auth/sign-in', { body });
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]));
    for (const { headers } of answers.filter(({ status }) => status === 503)) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('keeps nobody else waiting', async () => {
    const flooded = await startServer();
    try {
      const { email } = makePerson(flooded);
      // A hash that takes minutes, so that the flood is still there when somebody else is answered.
      withDatabase(flooded, (db) => db.prepare('UPDATE users SET password_hash = ?').run(ENDLESS_HASH));
      const answers: number[] = [];
      for (let i = 0; i < FLOOD; i++) {
        void call(flooded, '/api/auth/sign-in', { body: { email, password: 'una clave cualquiera' } }).then(
          ({ status }) => answers.push(status),
          () => {},
        );
      }
      // The first refusal shows that the queue is full.
      await expect.poll(() => answers).toContain(503);
      expect((await call(flooded, '/healthz')).status).toBe(200);
      expect(new Set(answers)).toEqual(new Set([503]));
    } finally {
      // What is being hashed cannot be broken off.
      flooded.process.kill('SIGKILL');
      await flooded.stop();
    }
  });
});

describe('ASVS 13.4: nothing is served that was not meant to be', () => {
  test.each([
    '/.git/config',
    '/.env',
    '/package.json',
    '/dist/server/main.mjs',
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/_astro/../../server/main.mjs',
    '/_astro/%2e%2e%2f%2e%2e%2fserver%2fmain.mjs',
    '/index.html.br/..',
    '/server-status',
    '/metrics/',
    '/__proto__',
    '/constructor',
  ])('%s', async (path) => {
    const answer = await sendRaw(server, `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
    expect([400, 404]).toContain(statusOf(answer));
    expect(answer).not.toMatch(/better-sqlite3|at .*\.mjs:\d+/);
  });
});

describe('what Astro would serve by itself', () => {
  test.each([
    '/_image?href=%2Fsocial.png&w=4000&f=avif',
    '/_image/',
    '/%5fimage?href=%2Fsocial.png&w=4000&f=avif',
    '/_image?href=http%3A%2F%2F127.0.0.1%2F&f=png',
    '/_server-islands/Header?e=default&p=&s=%7B%7D',
    '/_actions/x',
    '/_astro',
    '/_astro/',
    '/_astro/nada.js',
    '/_astro/..%2fentry.mjs',
  ])('is not there: %s', async (path) => {
    for (const method of ['GET', 'POST', 'HEAD']) {
      const answer = await sendRaw(
        server,
        `${method} ${path} HTTP/1.1\r\n${HOST}Origin: http://localhost:PORT\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
      expect(statusOf(answer)).toBe(404);
      expect(answer).toMatch(/^content-type: text\/html/im);
    }
  });
});

describe('ASVS 1.1.1: an address is decoded once', () => {
  test.each([
    '/%252570anel',
    '/%2570anel',
    '/users/%2531',
    '/api/leads/%2531',
    '/web%2568ook/contacto',
    '/%25255fimage',
  ])('%s, which would have to be decoded again, leads nowhere', async (path) => {
    const { cookie } = makePerson(server, { roles: ['admin'] });
    expect([400, 404]).toContain((await call(server, path, { cookie })).status);
  });

  test.each(['/%2570anel', '/panel%2f', '/%5cpanel', '//panel', '/panel%00', '/%c0%afpanel', '/panel%2500'])(
    '%s is no way past the guard',
    async (path) => {
      const answer = await sendRaw(server, `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
      expect([302, 400, 404]).toContain(statusOf(answer));
      expect(answer).not.toContain('Leads Recientes');
    },
  );

  test.each(['/panel', '/panel/', '/panel?x=1', '/users/'])('%s asks a stranger to sign in', async (path) => {
    const answer = await call(server, path);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, expect.stringMatching(/^\/login/)]);
  });
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

  test('that do not read their answer are cut off', async () => {
    const path = `/_astro/${findLargestScript()}`;
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    // More than the system holds for a reader.
    const asking = `GET ${path} HTTP/1.1\r\n${HOST}\r\n`.replaceAll('PORT', String(server.port)).repeat(200);
    socket.write(asking);
    await server.printed(new RegExp(`"path":"${path}".*"aborted":true`));
    socket.destroy();
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
