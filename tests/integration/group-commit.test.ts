import { expect, test } from 'vitest';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { providePerson, provideSharedServer } from '../support/provide';

const server = provideSharedServer();
const staff = providePerson(server);

const lead = (n: number) => ({ nombre: `Persona ${n}`, email: `persona${n}@x.example.com` });

async function makeLead(n: number): Promise<number> {
  const { json } = await call(server, '/api/leads', { cookie: staff.cookie, body: lead(n) });
  return json.lead.id;
}

test('of writes that arrive together each stands or falls by itself', async () => {
  const id = await makeLead(1);
  const missing = 99_999_999;
  const write = (of: number, n: number) =>
    call(server, `/api/leads/${of}/notes`, { cookie: staff.cookie, body: { body: `Nota ${n}` } });
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => write(n % 3 === 0 ? missing : id, n)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? 404 : 201)));
  const { json } = await call(server, `/api/leads/${id}/notes`, { cookie: staff.cookie });
  expect(json.notes.map(({ body }: { body: string }) => body).sort()).toEqual(
    Array.from({ length: 30 }, (_, n) => n)
      .filter((n) => n % 3 !== 0)
      .map((n) => `Nota ${n}`)
      .sort(),
  );
  const events = withDatabase(server, (db) =>
    db.prepare("SELECT count(*) FROM lead_events WHERE type = 'note_added' AND lead_id = ?").pluck().get(id),
  );
  expect(events).toBe(20);
});

test('two who change the same field together cannot both believe that theirs stands', async () => {
  const id = await makeLead(2);
  const change = (estado: string) =>
    call(server, `/api/leads/${id}`, {
      method: 'PATCH',
      cookie: staff.cookie,
      body: { estado, previous: { estado: 'nuevo' } },
    });
  const answers = await Promise.all(['contactado', 'ganado', 'perdido'].map(change));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const winner = answers.find(({ status }) => status === 200);
  const stored = withDatabase(server, (db) => db.prepare('SELECT estado FROM leads WHERE id = ?').pluck().get(id));
  expect(stored).toBe(winner?.json.lead.estado);
});

test('more writes at once than one turn takes are all answered and kept', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => call(server, '/api/leads', { cookie: staff.cookie, body: lead(100 + n) })),
  );
  const ids = answers.map(({ json }) => json.lead.id);
  expect(new Set(ids).size).toBe(200);
  const stored = withDatabase(server, (db) =>
    db
      .prepare('SELECT count(*) FROM leads WHERE id IN (SELECT value FROM json_each(?))')
      .pluck()
      .get(JSON.stringify(ids)),
  );
  expect(stored).toBe(200);
});
