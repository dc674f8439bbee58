import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeSchema } from '../../db/schema';
import { makePerson } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { sendRaw, statusOf } from '../support/raw';
import { spawnServer, startServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

describe('ASVS 3.4: every answer', () => {
  test.each([
    '/',
    '/gracias',
    '/contacto',
    '/login',
    '/panel',
    '/api/leads',
    '/healthz',
    '/nada',
    '/favicon.svg',
  ])('%s carries the security headers and a request id', async (path) => {
    const { headers } = await call(server, path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  test('ASVS 14.2.1, 16.2.5: is logged in one line without what was in the query', async () => {
    await call(server, '/api/leads?q=secreto-en-la-consulta', { headers: { cookie: 'sid=galleta-secreta' } });
    const [line = ''] = await server.printed(/^.*"path":"\/api\/leads".*$/m);
    expect(JSON.parse(line)).toMatchObject({ event: 'request', method: 'GET', status: 401 });
    expect(server.output()).not.toMatch(/secreto-en-la-consulta|galleta-secreta/);
  });
});

test('a made-up path does not fill the log', async () => {
  await call(server, `/inventada/${'a'.repeat(12_000)}`);
  const [line] = await server.printed(/^.*\/inventada\/.*$/m);
  expect(line.length).toBeLessThan(1000);
});

describe('what is made for each request', () => {
  const leads = Array.from({ length: 9 }, (_, n) => ({ nombre: `Rosa ${n}`, email: `rosa${n}@example.com` }));
  let cookie: string;
  beforeAll(async () => {
    ({ cookie } = makePerson(server));
    for (const body of leads) await call(server, '/api/leads', { cookie, body });
  });

  test.each(['/panel', '/api/leads'])('%s is compressed by what the caller takes', async (path) => {
    const ask = async (encoding: string) => {
      const answer = await fetch(server.url + path, { headers: { cookie, 'accept-encoding': encoding } });
      expect(answer.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
      return { used: answer.headers.get('content-encoding'), text: await answer.text() };
    };
    for (const [offered, used] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await ask(offered);
      expect(answer.used).toBe(used);
      for (const { nombre } of leads) expect(answer.text).toContain(nombre);
    }
  });

  test('has the same headers, and no body, where only they are asked for', async () => {
    for (const path of ['/panel', '/api/leads']) {
      const headers = { cookie, 'accept-encoding': 'br' };
      const answer = await fetch(server.url + path, { method: 'HEAD', headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-encoding')).toBe('br');
      expect(await answer.text()).toBe('');
    }
  });

  test('is sent as it is where compressing it is not worth it', async () => {
    const { headers } = await call(server, '/api/leads/counters', {
      cookie,
      headers: { 'accept-encoding': 'br' },
    });
    expect(headers.get('content-encoding')).toBeNull();
  });
});

describe('static files', () => {
  test('are sent as the build compressed them', async () => {
    const response = await fetch(`${server.url}/`, { headers: { 'accept-encoding': 'br' } });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(Number(response.headers.get('content-length'))).toBe(
      readFileSync('dist/client/index.html.br').byteLength,
    );
    expect(response.headers.get('content-type')).toMatch(/^text\/html; ?charset=utf-8$/);
  });

  test('with a hash in their name never change; pages are checked each time', async () => {
    const html = await (await fetch(`${server.url}/login`)).text();
    const [asset = ''] = /\/_astro\/[\w.-]+\.(css|js)/.exec(html) ?? [];
    expect((await fetch(server.url + asset)).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await fetch(`${server.url}/`)).headers.get('cache-control')).toBe(
      'public, max-age=0, must-revalidate',
    );
  });

  test('are not sent again to who has them, and kept apart by what the caller takes', async () => {
    const ask = (headers: Record<string, string>) => fetch(`${server.url}/`, { headers });
    const { headers } = await ask({ 'accept-encoding': 'br' });
    expect(headers.get('vary')).toMatch(/^accept-encoding$/i);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    const again = await ask({ ...known, 'accept-encoding': 'br' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await ask({ ...known, 'accept-encoding': 'identity' })).status).toBe(200);
  });

  test.each(['/nada', '/404', '/404.html', '/500', '/_astro/no.js', '/users/nada/mas'])(
    '%s is the Spanish 404 page',
    async (path) => {
      const answer = await call(server, path);
      expect(answer.status).toBe(404);
      expect(answer.text).toContain('Oops! Page not found');
    },
  );

  test('an unknown API address is a 404 in JSON', async () => {
    const answer = await call(server, '/api/nada');
    expect([answer.status, answer.json.error.code]).toEqual([404, 'not_found']);
  });
});

describe('hostile requests', () => {
  test('ASVS 4.1.3: with a foreign Host are misdirected', async () => {
    expect(
      statusOf(
        await sendRaw(server, 'GET / HTTP/1.1\r\nHost: evil.example.com\r\nConnection: close\r\n\r\n'),
      ),
    ).toBe(421);
  });

  test.each([
    [
      'an absolute target',
      'GET http://evil.example.com/ HTTP/1.1\r\nHost: localhost:PORT\r\nConnection: close\r\n\r\n',
    ],
    [
      'a network-path target',
      'GET //evil.example.com HTTP/1.1\r\nHost: localhost:PORT\r\nConnection: close\r\n\r\n',
    ],
    ['a backslash', 'GET /%5Cpanel HTTP/1.1\r\nHost: localhost:PORT\r\nConnection: close\r\n\r\n'],
    [
      'a target that does not decode',
      'GET /%E0%A4%A HTTP/1.1\r\nHost: localhost:PORT\r\nConnection: close\r\n\r\n',
    ],
  ])('with %s are 400', async (_name, text) => {
    expect(statusOf(await sendRaw(server, text))).toBe(400);
  });

  test.each(['TRACE', 'CONNECT', 'TRACK'])(
    'ASVS 13.4.4: %s is 405, and the server lives on',
    async (method) => {
      const target = method === 'CONNECT' ? 'evil.example.com:443' : '/';
      const answer = await sendRaw(
        server,
        `${method} ${target} HTTP/1.1\r\nHost: localhost:${server.port}\r\nConnection: close\r\n\r\n`,
      );
      expect([400, 405]).toContain(statusOf(answer));
      expect((await call(server, '/healthz')).json).toEqual({ status: 'ok' });
    },
  );

  test('ASVS 15.2.2: with more than 64 KiB are 413, in the caller’s format, also without a Content-Length', async () => {
    const json = await call(server, '/api/auth/sign-in', {
      body: { email: 'x'.repeat(70_000), password: 'x' },
    });
    expect([json.status, json.json.error.code]).toEqual([413, 'too_large']);
    const chunk = `2000\r\n${'x'.repeat(8192)}\r\n`;
    const head = `POST /webhook/contacto HTTP/1.1\r\nHost: localhost:${server.port}\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(statusOf(await sendRaw(server, head + chunk.repeat(9), /^HTTP\/1\.1 \d{3}/))).toBe(413);
  });

  test('with an unexpected method are 405 in JSON on endpoints, plain on pages', async () => {
    const endpoint = await call(server, '/api/leads', { method: 'DELETE' });
    expect([endpoint.status, endpoint.json.error.code]).toEqual([405, 'method_not_allowed']);
    expect((await call(server, '/login', { method: 'POST', body: {} })).status).toBe(405);
  });
});

describe('the database', () => {
  test('ASVS 16.5.2: refuses enquiries with 503, the form and what was typed while another process holds it', async () => {
    const other = new Sqlite(server.databasePath);
    other.exec('BEGIN IMMEDIATE');
    const answer = await submitEnquiry(server, { ...validEnquiry, nombre: 'Paciente Zárate' });
    other.exec('ROLLBACK');
    other.close();
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('Paciente Zárate');
    expect(answer.text).toContain('Volvé a enviarla');
  });

  test('answers who reads while who writes waits for another process to let go of it', async () => {
    const staff = makePerson(server);
    const headers = { cookie: staff.cookie };
    const other = new Sqlite(server.databasePath);
    other.exec('BEGIN IMMEDIATE');
    const writing = submitEnquiry(server, validEnquiry);
    for (let i = 0; i < 20; i++) expect((await call(server, '/api/leads', headers)).status).toBe(200);
    const isOver = await Promise.race([writing.then(() => true), call(server, '/healthz').then(() => false)]);
    expect(isOver).toBe(false);
    other.exec('ROLLBACK');
    other.close();
    expect((await writing).status).toBe(303);
  });
});

describe('starting', () => {
  test.each([
    ['PORT', 'abc', /PORT: tiene que ser un número entero/],
    ['SITE_URL', 'crm.example.com', /SITE_URL: tiene que ser una dirección http/],
    ['LANDING_ORIGINS', 'https://a.example.com/ruta', /LANDING_ORIGINS: tiene que ser solo el origen/],
    ['ADMIN_EMAIL', 'a@b.co', /ADMIN_PASSWORD: .*van juntos/],
    ['LEAD_WEBHOOK_SECRET', 'corto', /LEAD_WEBHOOK_SECRET: /],
  ])('with %s=%s ends with exit 1 and says why', async (name, value, sentence) => {
    const failed = await spawnServer({ env: { [name]: value } });
    expect(await failed.exited).toBe(1);
    expect(failed.output()).toMatch(sentence);
  });

  test.each([
    ['an empty file', ''],
    ['garbage', 'esto no es una base de datos, y es bastante largo para parecerlo'.repeat(200)],
  ])('on %s ends with exit 1 and says what to do', async (_name, content) => {
    const first = await startServer();
    await first.stop({ keep: true });
    for (const suffix of ['', '-wal', '-shm'])
      writeFileSync(first.databasePath + suffix, suffix ? '' : content);
    const failed = await spawnServer({ folder: first.folder });
    expect(await failed.exited).toBe(1);
    expect(failed.output()).toMatch(/está (vacío|dañado)/);
    await failed.stop();
  });

  test('on a database of a newer version ends with exit 1 and changes nothing', async () => {
    const first = await startServer();
    withDatabase(first, (db) =>
      db.prepare("INSERT INTO schema_migrations VALUES (9999, '9999_futuro.sql', 'x', '2030')").run(),
    );
    await first.stop({ keep: true });
    const failed = await spawnServer({ folder: first.folder });
    expect(await failed.exited).toBe(1);
    expect(failed.output()).toContain('versión más nueva (9999_futuro.sql)');
    await failed.stop();
  });

  // A user without rights over the files: who runs the tests, unless that is root, whom no permission stops.
  const isRoot = process.getuid?.() === 0;
  const asNobody = isRoot ? 'setpriv --reuid=65534 --regid=65534 --clear-groups --' : '';
  const program = `${asNobody} '${process.execPath}'`;
  const canRead = spawnSync('sh', ['-c', `${program} --check dist/server/main.mjs`]).status === 0;

  test.skipIf(!canRead).each([
    ['a database that may not be written', (path: string) => chmodSync(path, 0o400)],
    ['a folder that may not be written', (path: string) => chmodSync(dirname(path), 0o555)],
  ])(
    'on %s says so in one line of JSON, without a trace, and goes on once it is mended',
    async (_name, spoil) => {
      const first = await startServer();
      await first.stop({ keep: true });
      const mend = () => {
        for (const path of [first.folder, first.databasePath]) chmodSync(path, 0o777);
      };
      mend();
      if (isRoot) for (const path of [first.folder, first.databasePath]) chownSync(path, 65534, 65534);
      spoil(first.databasePath);
      const command = { line: `exec ${program} dist/server/main.mjs`, cwd: process.cwd() };
      const failed = await spawnServer({ folder: first.folder, command });
      expect(await failed.exited).toBe(1);
      const lines = failed.output().trim().split('\n');
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        {
          event: 'start_failed',
          msg: expect.stringMatching(/^No se puede escribir en \S+: .*Corregilo con: chmod/),
        },
      ]);
      expect(failed.output()).not.toContain('    at ');
      mend();
      const mended = await startServer({ folder: first.folder, command });
      expect(await mended.stop()).toBe(0);
    },
  );

  test('on a database that another program holds ends with exit 1 and says so', async () => {
    const first = await startServer();
    await first.stop({ keep: true });
    const other = new Sqlite(first.databasePath);
    try {
      other.exec('BEGIN IMMEDIATE');
      const failed = await spawnServer({ folder: first.folder });
      expect(await failed.exited).toBe(1);
      const [line = ''] = failed.output().trim().split('\n');
      expect(JSON.parse(line)).toMatchObject({
        event: 'start_failed',
        msg: 'El arranque falló: otro programa tiene tomada la base.',
      });
    } finally {
      other.close();
    }
  });

  test('on a taken port ends with exit 1 and says so', async () => {
    const failed = await spawnServer({ port: server.port });
    expect(await failed.exited).toBe(1);
    expect(failed.output()).toContain(`El puerto ${server.port} ya está en uso`);
    await failed.stop();
  });

  test('ASVS 14.2.4: leaves the database to its owner alone', () => {
    for (const suffix of ['', '-wal']) expect(statSync(server.databasePath + suffix).mode & 0o077).toBe(0);
  });
});

describe('a log that nobody reads any more', () => {
  test('neither holds the server up nor keeps it from ending', async () => {
    const unheard = await startServer();
    unheard.process.stdout?.destroy();
    for (let n = 0; n < 5; n++) {
      // A refused sign-in is written at once, an ordinary answer with the lines of its tenth of a second.
      const body = { email: `nadie${n}@x.example.com`, password: 'no-es-la-clave' };
      expect((await call(unheard, '/api/auth/sign-in', { body })).status).toBe(401);
      expect((await call(unheard, '/healthz')).status).toBe(200);
    }
    expect(await unheard.stop()).toBe(0);
  });

  test.skipIf(!existsSync('/dev/full'))('is no reason to stop where its disk is full', async () => {
    const line = `exec '${process.execPath}' dist/server/main.mjs > /dev/full`;
    const full = await spawnServer({ command: { line, cwd: process.cwd() } });
    const ask = () =>
      call(full, '/healthz').then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(ask).toBe(200);
    expect(await full.stop()).toBe(0);
  });
});

describe('stopping', () => {
  test('lets a request that is under way finish, then exits with 0 within 5 s', async () => {
    const stopping = await startServer();
    const socket = connect(stopping.port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    const body = new URLSearchParams(validEnquiry).toString();
    socket.write(
      `POST /webhook/contacto HTTP/1.1\r\nHost: localhost:${stopping.port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    // The second request proves that the first one's head has been read before the signal comes.
    await call(stopping, '/healthz');
    const startedAt = Date.now();
    stopping.process.kill('SIGTERM');
    socket.write(body);
    await once(socket, 'close');
    expect(statusOf(answer)).toBe(303);
    expect(await stopping.exited).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(5000);
    const { count } = withDatabase(stopping, (db) =>
      db.prepare('SELECT count(*) AS count FROM leads').get(),
    ) as {
      count: number;
    };
    expect(count).toBe(1);
    await stopping.stop();
  });
});

describe('stopping under load', () => {
  const CLIENTS = 16;
  const ROUNDS = 3;

  /** Asks without a pause on connections that are kept, until nobody listens any more; returns what was cut. */
  async function countCut(busy: TestServer): Promise<{ answered: number; cut: number }> {
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const counts = { answered: 0, cut: 0 };
    const client = async () => {
      for (;;) {
        const ended = await ask(busy, agent);
        if (ended === 'ECONNREFUSED') return;
        if (ended === null) counts.answered += 1;
        else counts.cut += 1;
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);
    await expect.poll(() => counts.answered).toBeGreaterThan(50 * CLIENTS);
    busy.process.kill('SIGTERM');
    await Promise.all(clients);
    agent.destroy();
    return counts;
  }

  function ask(busy: TestServer, agent: Agent): Promise<string | null> {
    return new Promise((resolve) => {
      const asking = request({ port: busy.port, host: '127.0.0.1', path: '/', agent }, (answer) => {
        answer.resume().once('end', () => resolve(answer.complete ? null : 'incomplete'));
        answer.once('error', (error) => resolve(error.message));
      });
      asking.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      asking.end();
    });
  }

  test('cuts no request', async () => {
    const cut: number[] = [];
    // A machine that is busy with other things may hold a client up for longer than a server waits for it.
    for (let round = 0; round < ROUNDS && !cut.includes(0); round++) {
      const busy = await startServer();
      cut.push((await countCut(busy)).cut);
      expect(await busy.stop()).toBe(0);
    }
    expect(cut).toContain(0);
  });

  test('answers what has only begun to arrive, and says that the connection ends with it', async () => {
    const stopping = await startServer();
    const kept = connect(stopping.port, '127.0.0.1').setEncoding('utf8');
    const head = `GET /healthz HTTP/1.1\r\nHost: localhost:${stopping.port}\r\n`;
    kept.write(`${head}\r\n`);
    expect(String(await once(kept, 'data'))).toMatch(/^connection: keep-alive\r$/im);
    kept.write(head);
    // Its answer shows that the beginning of the next has been read.
    await call(stopping, '/healthz');
    stopping.process.kill('SIGTERM');
    await expect.poll(() => isListening(stopping)).toBe(false);
    kept.write('\r\n');
    const answer = String(await once(kept, 'data'));
    expect(statusOf(answer)).toBe(200);
    expect(answer).toMatch(/^connection: close\r$/im);
    await once(kept, 'close');
    expect(await stopping.stop()).toBe(0);
  });

  function isListening({ port }: TestServer): Promise<boolean> {
    return new Promise((resolve) => {
      const probe = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      probe.once('connect', () => probe.destroy());
    });
  }
});

test.each(['/', '/login', '/healthz', '/api/auth/session'])(
  'HEAD %s is answered like GET, without the body',
  async (path) => {
    const [head, get] = [await call(server, path, { method: 'HEAD' }), await call(server, path)];
    expect([head.status, head.text]).toEqual([get.status, '']);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
  },
);

test('db/schema.sql is what the migrations make', () => {
  expect(readFileSync('db/schema.sql', 'utf8')).toBe(withDatabase(server, describeSchema));
});
