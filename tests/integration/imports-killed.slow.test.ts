import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { upload } from '../support/imports';
import { startServer, type TestServer } from '../support/server';

const ROWS = 1000;

test('a process that is killed while it imports leaves no row twice, and the next one goes on', async () => {
  const first = await startServer();
  const { cookie } = makePerson(first, { roles: ['admin'] });
  const rows = Array.from({ length: ROWS }, (_, n) => `Fila ${n},fila${n}@m.example.com`);
  const { id, mapping } = (await upload(first, { cookie }, ['Nombre,Email', ...rows].join('\n'))).json.import;
  const path = `/api/imports/${id}`;
  await call(first, `${path}/check`, { cookie, body: { mapping, duplicates: 'create' } });
  await call(first, `${path}/run`, { cookie, body: {} });
  const read = async (server: TestServer) => (await call(server, path, { cookie })).json;
  await expect.poll(async () => (await read(first)).done, { interval: 10 }).toBeGreaterThan(100);
  first.process.kill('SIGKILL');
  await first.exited;

  const next = await startServer({ folder: first.folder });
  await expect.poll(() => read(next)).toMatchObject({ created: ROWS, state: 'done' });
  const made = withDatabase(next, (db) =>
    db.prepare('SELECT count(*) AS leads, count(DISTINCT email_key) AS people FROM leads WHERE import_id = ?').get(id),
  );
  expect(made).toEqual({ leads: ROWS, people: ROWS });
  await next.stop();
});
