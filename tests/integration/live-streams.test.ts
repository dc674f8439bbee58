import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { openStream } from '../support/live';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

describe('a stream of live updates', () => {
  test('has a head that ends, however its address is written', async () => {
    for (const path of ['/api/leads/stream', '/api/leads/str%65am', '/%61pi/leads/stream']) {
      const { cookie } = makePerson(server);
      const { status, text, headers } = await call(server, path, { method: 'HEAD', cookie });
      expect.soft([path, status, text]).toEqual([path, 200, '']);
      expect.soft(headers.get('content-type'), path).toMatch(/^text\/event-stream/);
    }
  });

  test('is one of at most ten of an account; the eleventh takes the place of the oldest', async () => {
    const { cookie } = makePerson(server);
    const somebodyElses = await openStream(server, makePerson(server).cookie);
    const streams = [];
    for (let i = 0; i < 12; i++) streams.push(await openStream(server, cookie));
    const [first, second, ...others] = streams;
    expect(await Promise.all([first?.over, second?.over])).toEqual(['ended', 'ended']);
    await call(server, '/api/leads', { cookie, body: { nombre: 'Iris', email: 'i@x.example.com' } });
    for (const stream of [...others, somebodyElses]) {
      await stream.heard(({ event }) => event === 'leads');
      stream.close();
    }
  });

  test('that begins with more than it may hold back is told, and ends nothing else', async () => {
    const { cookie } = makePerson(server);
    const { id } = (
      await call(server, '/api/leads', { cookie, body: { nombre: 'Rosa', email: 'r@x.example.com' } })
    ).json.lead;
    // SQLite counts a text's length up to its first NUL.
    withDatabase(server, (db) =>
      db.prepare('UPDATE leads SET mensaje = char(0) || ? WHERE id = ?').run('x'.repeat(6 * 2 ** 20), id),
    );
    for (let i = 0; i < 2; i++) {
      const stream = await openStream(server, cookie, { after: 0 });
      await stream.heard(({ data }) => data.includes('Rosa'));
      await call(server, '/api/leads', { cookie, body: { nombre: 'Otra', email: 'o@x.example.com' } });
      await stream.heard(({ data }) => data.includes('Otra'));
      stream.close();
    }
    expect((await call(server, '/healthz')).status).toBe(200);
  });
});
