import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { call } from '../support/http';
import { provideSharedServer } from '../support/provide';
import { sendRaw, statusOf } from '../support/raw-requests';

const server = provideSharedServer();

describe('ASVS 3.4: every answer', () => {
  test('carries the security headers and a request id', async () => {
    const paths = ['/', '/gracias', '/contacto', '/login', '/panel', '/api/leads', '/healthz', '/nada', '/favicon.svg'];
    for (const path of paths) {
      const { headers } = await call(server, path);
      expect.soft(Object.fromEntries(headers), path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect.soft(headers.get('strict-transport-security'), path).toBeNull();
    }
  });

  test('ASVS 14.2.1, 16.2.5: is logged in one line without what was in the query', async () => {
    const { headers } = await call(server, '/api/leads?q=secreto-en-la-consulta', {
      headers: { cookie: 'sid=galleta-secreta' },
    });
    const [line] = await server.printed(new RegExp(`^.*${headers.get('x-request-id')}.*$`, 'm'));
    expect(JSON.parse(line)).toMatchObject({
      event: 'request',
      method: 'GET',
      path: '/api/leads',
      status: 401,
    });
    expect(server.output()).not.toMatch(/secreto-en-la-consulta|galleta-secreta/);
  });
});

test('a made-up path does not fill the log', async () => {
  await call(server, `/inventada/${'a'.repeat(12_000)}`);
  const [line] = await server.printed(/^.*\/inventada\/.*$/m);
  expect(line.length).toBeLessThan(1000);
});

describe('what is made for each request', () => {
  const leads = Array.from({ length: 9 }, (_, n) => ({ nombre: `Zipa ${n}`, email: `zipa${n}@example.com` }));
  const lists = ['/panel?q=zipa', '/api/leads?q=zipa'];
  let cookie: string;
  beforeAll(async () => {
    ({ cookie } = makePerson(server));
    for (const body of leads) await call(server, '/api/leads', { cookie, body });
  });

  test('is compressed by what the caller takes', async () => {
    const uses = { 'gzip, br': 'br', gzip: 'gzip', 'br;q=0, gzip': 'gzip', identity: null };
    for (const path of lists) {
      for (const [offered, used] of Object.entries(uses)) {
        const answer = await fetch(server.url + path, { headers: { cookie, 'accept-encoding': offered } });
        const name = `${path} for ${offered}`;
        expect.soft(answer.headers.get('vary')?.toLowerCase(), name).toContain('accept-encoding');
        expect.soft(answer.headers.get('content-encoding'), name).toBe(used);
        const text = await answer.text();
        expect
          .soft(
            leads.filter(({ nombre }) => !text.includes(nombre)),
            name,
          )
          .toEqual([]);
      }
    }
  });

  test('has the same headers, and no body, where only they are asked for', async () => {
    for (const path of lists) {
      const headers = { cookie, 'accept-encoding': 'br' };
      const answer = await fetch(server.url + path, { method: 'HEAD', headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-encoding')).toBe('br');
      expect(await answer.text()).toBe('');
    }
  });

  test('is sent as it is where compressing it is not worth it', async () => {
    // Of themselves alone: what is everybody's may be long enough on the shared server.
    const { status, headers } = await call(server, '/api/sessions', { cookie, headers: { 'accept-encoding': 'br' } });
    expect(status).toBe(200);
    expect(headers.get('content-encoding')).toBeNull();
  });
});

describe('static files', () => {
  test('are sent as the build compressed them', async () => {
    const response = await fetch(`${server.url}/`, { headers: { 'accept-encoding': 'br' } });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(Number(response.headers.get('content-length'))).toBe(readFileSync('dist/client/index.html.br').byteLength);
    expect(response.headers.get('content-type')).toMatch(/^text\/html; ?charset=utf-8$/);
  });

  test('with a hash in their name never change; pages are checked each time', async () => {
    const html = await (await fetch(`${server.url}/login`)).text();
    const [asset = ''] = /\/_astro\/[\w.-]+\.(css|js)/.exec(html) ?? [];
    expect((await fetch(server.url + asset)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await fetch(`${server.url}/`)).headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
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

  test('that are not there are the Spanish 404 page', async () => {
    for (const path of ['/nada', '/404', '/404.html', '/500', '/_astro/no.js', '/users/nada/mas']) {
      const { status, text } = await call(server, path);
      expect.soft([path, status, text]).toEqual([path, 404, expect.stringContaining('Oops! Page not found')]);
    }
  });

  test('an unknown API address is a 404 in JSON', async () => {
    const answer = await call(server, '/api/nada');
    expect([answer.status, answer.json.error.code]).toEqual([404, 'not_found']);
  });
});

describe('hostile requests', () => {
  test('ASVS 4.1.3: with a foreign Host are misdirected', async () => {
    expect(
      statusOf(await sendRaw(server, 'GET / HTTP/1.1\r\nHost: evil.example.com\r\nConnection: close\r\n\r\n')),
    ).toBe(421);
  });

  test('with a target that is no path of this site are 400', async () => {
    const targets = {
      'an absolute one': 'http://evil.example.com/',
      'a network path': '//evil.example.com',
      'a backslash': '/%5Cpanel',
      'one that does not decode': '/%E0%A4%A',
    };
    for (const [name, target] of Object.entries(targets)) {
      const text = `GET ${target} HTTP/1.1\r\nHost: localhost:PORT\r\nConnection: close\r\n\r\n`;
      expect.soft(statusOf(await sendRaw(server, text)), name).toBe(400);
    }
  });

  test('ASVS 13.4.4: with TRACE, CONNECT or TRACK are 405, and the server lives on', async () => {
    for (const method of ['TRACE', 'CONNECT', 'TRACK']) {
      const target = method === 'CONNECT' ? 'evil.example.com:443' : '/';
      const text = `${method} ${target} HTTP/1.1\r\nHost: localhost:PORT\r\nConnection: close\r\n\r\n`;
      expect.soft([400, 405], method).toContain(statusOf(await sendRaw(server, text)));
    }
    const tunnel = 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n';
    for (let i = 0; i < 20; i++) {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {});
      socket.write(tunnel);
      await once(socket, 'connect');
      socket.resetAndDestroy();
    }
    await sendRaw(server, tunnel);
    expect((await call(server, '/healthz')).json).toEqual({ status: 'ok' });
  });

  test('ASVS 15.2.2: with more than 64 KiB are 413, in the caller’s format, also without a Content-Length', async () => {
    const json = await call(server, '/api/auth/sign-in', {
      body: { email: 'x'.repeat(70_000), password: 'x' },
    });
    expect([json.status, json.json.error.code]).toEqual([413, 'too_large']);
    const chunk = `2000\r\n${'x'.repeat(8192)}\r\n`;
    const head = `POST /webhook/contacto HTTP/1.1\r\nHost: localhost:${server.port}\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(statusOf(await sendRaw(server, head + chunk.repeat(9), /^HTTP\/1\.1 \d{3}/))).toBe(413);
  });
});

test('what is asked for ahead, in one packet, is answered in order', async () => {
  const ask = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost:PORT\r\n${more}\r\n`;
  const signIn = `POST /api/auth/sign-in HTTP/1.1\r\nHost: localhost:PORT\r\nOrigin: http://localhost:PORT\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
  const packet = ask('/login') + signIn + ask('/nada') + ask('/healthz', 'Expect: something\r\n');
  const answer = await sendRaw(server, packet + ask('/', 'Connection: close\r\n'));
  expect(answer.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '422', '404', '200', '200']);
  expect(answer.match(/(?<=^content-type: )[^;\r]+/gim)).toEqual([
    ...['text/html', 'application/json', 'text/html', 'application/json', 'text/html'],
  ]);
});

test('HEAD is answered like GET, without the body', async () => {
  for (const path of ['/', '/login', '/healthz', '/api/auth/session']) {
    const [head, get] = [await call(server, path, { method: 'HEAD' }), await call(server, path)];
    expect.soft([path, head.status, head.text]).toEqual([path, get.status, '']);
    expect.soft(head.headers.get('content-type'), path).toBe(get.headers.get('content-type'));
  }
});
