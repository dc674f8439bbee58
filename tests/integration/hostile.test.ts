import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { confirmNow, makePerson } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { upload } from '../support/imports';
import { makeSubscription } from '../support/notices';
import { provideSharedServer } from '../support/provide';
import { sendRaw, statusOf } from '../support/raw-requests';
import { callAs, makeToken } from '../support/tokens';

const server = provideSharedServer();

const HOST = 'Host: localhost:PORT\r\n';
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
      'a thousand headers': head(Array.from({ length: 1000 }, (_, i) => `X-${i}: ${'a'.repeat(20)}\r\n`).join('')),
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

  test('a thousand requests in one packet are not answered', async () => {
    const kinds = { plain: '', 'with an unknown Expect': 'Expect: x\r\n', 'with an upgrade': 'Upgrade: x\r\n' };
    for (const [kind, more] of Object.entries(kinds)) {
      const path = `/login/${randomUUID()}`;
      const answer = await sendRaw(server, `GET ${path} HTTP/1.1\r\n${HOST}${more}\r\n`.repeat(1000));
      expect.soft(answer.match(/HTTP\/1\.1 \d/g)?.length ?? 0, kind).toBeLessThanOrEqual(1);
      expect(await isAlive(), kind).toBe(true);
      expect.soft(server.output().match(new RegExp(path, 'g'))?.length ?? 0, kind).toBeLessThanOrEqual(5);
    }
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
});

describe('text that hides something: direction marks, zero-width and control characters', () => {
  const MARK = 'zq7x';
  const hidden = (text: string) => `\u202e${text.slice(0, 2)}\u200b\u061c${text.slice(2)}\u2066\ufeff`;
  /** Every text of the database that holds the mark. */
  const stored = () =>
    withDatabase(server, (db) => {
      const tables = db.prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
      );
      return (tables.pluck().all() as string[]).flatMap((table) =>
        (db.prepare(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[]).flatMap((row) =>
          Object.entries(row).flatMap(([column, value]) =>
            typeof value === 'string' && value.includes(MARK) ? [{ from: `${table}.${column}`, value }] : [],
          ),
        ),
      );
    });

  test('enters by no door', async () => {
    const admin = makePerson(server, { roles: ['admin'] });
    confirmNow(server, admin);
    const program = makeToken(server, { scopes: ['write'] });
    const [word, mail] = [hidden(MARK), () => `${hidden(`${MARK}${Math.random()}@x.example.com`)}`];
    const as = (path: string, body: object, method = 'POST') =>
      call(server, path, { cookie: admin.cookie, body, method });
    const lead = await as('/api/leads', {
      ...{ nombre: word, email: mail(), whatsapp: `\u202a+54 9 11 5555 4444\u202c`, empresa: word, mensaje: word },
    });
    const { id } = lead.json.lead;
    const agent = { ...validEnquiry, nombre: word, email: mail(), mensaje: word };
    const csv = `Nombre,Email,Mensaje,\u202eNota ${MARK}\n${word},${mail()},"${word}\r\n${word}",${word}\n`;
    const answers = {
      'a lead': lead,
      'its change': await as(`/api/leads/${id}`, { empresa: `${word} otra`, mensaje: `${word}\n${word}` }, 'PATCH'),
      'a note': await as(`/api/leads/${id}/notes`, { body: `${word}\r\n${word}` }),
      'the form': await submitEnquiry(server, agent, { 'user-agent': `\u00ad${MARK}\u00ad` }),
      'a program': await callAs(server, program, '/api/leads', {
        body: { nombre: word, email: mail(), source: word, tema: word, mensaje: word },
      }),
      'an own name': await as('/api/account', { name: word }, 'PATCH'),
      'a view': await as('/api/views', { name: word, query: 'estado=nuevo', shared: false }),
      'a template': await as('/api/templates', {
        ...{ channel: 'email', name: word, subject: word, voseo: word, tuteo: word },
      }),
      'an agency': await as('/api/companies', { name: word, country: 'Chile' }),
      'a file': await upload(server, admin, csv, `\u202e${MARK}.csv`),
      'a sign-up': await as('/api/auth/sign-up', { email: mail(), password: 'una clave larga 9', name: word }),
    };
    for (const [door, { status }] of Object.entries(answers)) expect.soft(status, door).toBeLessThan(400);
    const found = stored();
    expect(new Set(found.map(({ from }) => from)).size).toBeGreaterThan(20);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    const HIDDEN = /[\p{Bidi_Control}\u00ad\u200b\ufeff]|[\0-\x08\x0b-\x1f\x7f-\x9f]/u;
    expect(found.filter(({ value }) => HIDDEN.test(value))).toEqual([]);
  });
});

test('an address is taken only as it is read: a line break or a mark within is refused', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  confirmNow(server, admin);
  const device = makeSubscription();
  for (const odd of ['\r\nX-A: b', '\n', '\t', ' ', '\0', '\u202e', '\u200b']) {
    const bodies = {
      '/api/push/subscriptions': { ...device, endpoint: `${device.endpoint}${odd}/x` },
      '/api/webhooks': { url: `https://127.0.0.9/a${odd}/x`, events: ['lead.created'] },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const { status, json } = await call(server, path, { cookie: admin.cookie, body });
      expect
        .soft([status, Object.keys(json.error?.fields ?? {})].flat(), `${path} ${JSON.stringify(odd)}`)
        .toHaveLength(2);
      expect.soft(status, `${path} ${JSON.stringify(odd)}`).toBe(422);
    }
  }
  expect((await call(server, '/api/push/subscriptions', { cookie: admin.cookie, body: device })).status).toBe(201);
});
