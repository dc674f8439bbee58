import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call, validEnquiry } from '../support/http';
import { closed, findLargestScript, sendRaw, statusOf } from '../support/raw';
import { startServer, type TestServer } from '../support/server';
import { sharedServer } from '../support/shared';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});

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

  test('is refused, and nothing behind it is answered', async () => {
    for (const [name, rest] of cases) {
      const answer = await sendRaw(server, `POST /webhook/contacto HTTP/1.1\r\n${HOST}${rest}${smuggled}`);
      expect.soft(statusOf(answer), name).toBe(400);
      expect.soft(answer.match(/HTTP\/1\.1 \d/g), name).toHaveLength(1);
      expect.soft(server.output().includes('/contrabando'), name).toBe(false);
    }
  });

  test('by naming two hosts, or none, is refused', async () => {
    for (const hosts of ['', `${HOST}Host: evil.example.com\r\n`, `Host: evil.example.com\r\n${HOST}`]) {
      const answer = await sendRaw(server, `GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      expect([400, 421]).toContain(statusOf(answer));
    }
  });
});

describe('ASVS 15.2.2: giants', () => {
  test('more than 16 KiB before the body is 431', async () => {
    const head = (more: string, path = '/') => `GET ${path} HTTP/1.1\r\n${HOST}${more}\r\n`;
    const giants: Record<string, string> = {
      'a header': head(`X-A: ${'a'.repeat(20_000)}\r\n`),
      'a cookie': head(`Cookie: sid=${'a'.repeat(20_000)}\r\n`),
      'a thousand headers': head(
        Array.from({ length: 1000 }, (_, i) => `X-${i}: ${'a'.repeat(20)}\r\n`).join(''),
      ),
      'an address': head('', `/${'a'.repeat(20_000)}`),
    };
    for (const [what, request] of Object.entries(giants)) {
      expect.soft(statusOf(await sendRaw(server, request)), what).toBe(431);
      expect(await isAlive(), what).toBe(true);
    }
  });

  test('a body that claims 100 MB is refused before it is sent', async () => {
    const answer = await sendRaw(
      server,
      `POST /webhook/contacto HTTP/1.1\r\n${HOST}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 104857600\r\n\r\n`,
    );
    expect(statusOf(answer)).toBe(413);
  });

  test('a part of a file is not served: whoever asks for one gets it whole, and ends nothing', async () => {
    for (const range of ['500-2', '-5', 'abc', '0-', '99999999-', '0-1,5-6']) {
      const answer = await fetch(`${server.url}/`, { headers: { range: `bytes=${range}` } });
      expect.soft(answer.status, range).toBe(200);
      expect.soft((await answer.text()).includes('</html>'), range).toBe(true);
      expect(await isAlive(), range).toBe(true);
    }
  });
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

test('ASVS 13.4: nothing is served that was not meant to be', async () => {
  for (const path of [
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
  ]) {
    const answer = await sendRaw(server, `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
    expect.soft([400, 404], path).toContain(statusOf(answer));
    expect.soft(answer, path).not.toMatch(/better-sqlite3|at .*\.mjs:\d+/);
  }
});

test('what Astro would serve by itself is not there', async () => {
  for (const path of [
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
  ])
    for (const method of ['GET', 'POST', 'HEAD']) {
      const answer = await sendRaw(
        server,
        `${method} ${path} HTTP/1.1\r\n${HOST}Origin: http://localhost:PORT\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
      expect.soft(statusOf(answer), `${method} ${path}`).toBe(404);
      expect.soft(answer, `${method} ${path}`).toMatch(/^content-type: text\/html/im);
    }
});

describe('ASVS 1.1.1: an address is decoded once', () => {
  test('what would have to be decoded again leads nowhere', async () => {
    const { cookie } = makePerson(server, { roles: ['admin'] });
    for (const path of [
      '/%252570anel',
      '/%2570anel',
      '/users/%2531',
      '/api/leads/%2531',
      '/web%2568ook/contacto',
      '/%25255fimage',
    ])
      expect.soft([400, 404], path).toContain((await call(server, path, { cookie })).status);
  });

  test('no spelling is a way past the guard', async () => {
    const spellings = [
      '/%2570anel',
      '/panel%2f',
      '/%5cpanel',
      '//panel',
      '/panel%00',
      '/%c0%afpanel',
      '/panel%2500',
    ];
    for (const path of spellings) {
      const answer = await sendRaw(server, `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
      expect.soft([302, 400, 404], path).toContain(statusOf(answer));
      expect.soft(answer.includes('Leads Recientes'), path).toBe(false);
    }
    for (const path of ['/panel', '/panel/', '/panel?x=1', '/users/']) {
      const { status, headers } = await call(server, path);
      expect.soft([status, headers.get('location')], path).toEqual([302, expect.stringMatching(/^\/login/)]);
    }
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
