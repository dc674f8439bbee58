import { beforeAll, expect, test } from 'vitest';
import { makePerson, PASSWORD, type Person } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { fillWithLeads } from '../../support/fill-leads';
import { call } from '../../support/http';
import { provideServer } from '../../support/provide';
import { cookieIn } from '../../support/second-factor';

/** A twenty-fifth: 200 rows and 4 deletions an hour. */
const env = { RATE_LIMIT_SCALE: '0.04' };
const ROWS = 200;
const DELETIONS = 4;

const server = provideServer({ env });
beforeAll(() => {
  fillWithLeads(server.databasePath, 500);
});

/** As if the last sign-in were an hour ago. */
function makeIdle(): Person {
  const person = makePerson(server, { roles: ['admin'] });
  const then = new Date(Date.now() - 3_600_000).toISOString();
  withDatabase(server, (db) => db.prepare('UPDATE sessions SET created_at = ? WHERE user_id = ?').run(then, person.id));
  return person;
}

const outcome = async (answer: ReturnType<typeof call>) => {
  const { status, json } = await answer;
  return json?.error?.code ?? status;
};
const auditOf = ({ id }: Person) =>
  withDatabase(server, (db) =>
    db.prepare("SELECT type FROM audit_events WHERE type LIKE '%limited' AND actor_id = ?").pluck().all(id),
  );
const confirm = async (cookie: string) =>
  cookieIn(await call(server, '/api/auth/confirm', { body: { password: PASSWORD }, cookie }), 'sid');
const idsOf = (count: number) =>
  withDatabase(server, (db) =>
    db.prepare('SELECT id FROM leads WHERE deleted_at IS NULL ORDER BY id LIMIT ?').pluck().all(count),
  ) as number[];

test('a session reads so many different rows an hour, on whatever way, then proves itself; those it knows stay', async () => {
  const person = makeIdle();
  const read = (path: string) => call(server, path, { cookie: person.cookie });
  const pages: string[] = [];
  const seen = new Set<number>();
  for (let cursor = ''; seen.size < ROWS; ) {
    pages.push(`/api/leads?limit=50${cursor}`);
    const { status, json } = await read(pages.at(-1) ?? '');
    expect(status).toBe(200);
    for (const { id } of json.leads) seen.add(id);
    cursor = `&cursor=${encodeURIComponent(json.next_cursor)}`;
    if (seen.size === ROWS) pages.push(`/api/leads?limit=50${cursor}`);
  }
  const next = pages.pop() ?? '';
  for (const page of pages) for (let times = 0; times < 3; times++) expect(await outcome(read(page))).toBe(200);

  const unseen = idsOf(500).find((id) => !seen.has(id)) ?? 0;
  const began = new Date().toISOString();
  const { nombre, email } = (
    await call(server, `/api/leads/${unseen}`, {
      method: 'PATCH',
      body: { estado: 'en_seguimiento' },
      cookie: makePerson(server).cookie,
    })
  ).json.lead;
  const ways: [string, object?, string?][] = [
    [next],
    [`/api/leads/panel?q=nadie&also=${unseen}`],
    ['/api/leads?orden=antiguos'],
    [`/api/leads?since=${began}`],
    [`/api/leads/${unseen}`],
    [`/api/leads/${unseen}/timeline`],
    [`/api/leads/${unseen}/notes`],
    ['/api/leads/matches', { email }],
    [`/api/leads/${unseen}`, { estado: 'contactado' }, 'PATCH'],
  ];
  for (const [path, body, method] of ways) {
    const answer = call(server, path, { cookie: person.cookie, ...(body && { body }), ...(method && { method }) });
    expect(await outcome(answer), path).toBe('step_up');
  }
  for (const page of [`/panel?lead=${unseen}`, `/panel/whatsapp?lead=${unseen}`])
    expect((await read(page)).text, page).not.toContain(nombre);
  expect(auditOf(person)).toEqual(['reading_limited']);

  const proven = await confirm(person.cookie);
  expect(await outcome(call(server, next, { cookie: proven }))).toBe(200);
  const fresh = makePerson(server);
  expect(await outcome(call(server, '/api/leads?limit=500', { cookie: fresh.cookie }))).toBe(200);
  expect(await outcome(call(server, '/api/leads?orden=antiguos', { cookie: fresh.cookie })), 'just signed in').toBe(
    200,
  );
});

test('and deletes so many, one by one or together', async () => {
  const person = makeIdle();
  const remove = (id: number, cookie = person.cookie) =>
    outcome(call(server, `/api/leads/${id}`, { method: 'DELETE', cookie }));
  const removeAll = (ids: number[], cookie = person.cookie) =>
    outcome(call(server, '/api/leads/bulk', { body: { ids, change: { deleted: true } }, cookie }));
  const [first = 0, second = 0, ...others] = idsOf(DELETIONS + 3);
  expect(await remove(first)).toBe(204);
  expect(await removeAll(others.slice(0, DELETIONS))).toBe('step_up');
  expect(await removeAll(others.slice(0, DELETIONS - 2))).toBe(200);
  expect(await remove(second)).toBe(204);
  const last = others.at(-1) ?? 0;
  expect([await remove(last), await removeAll([last])]).toEqual(['step_up', 'step_up']);
  expect(auditOf(person)).toEqual(['deletion_limited']);
  expect(await remove(last, await confirm(person.cookie))).toBe(204);
});
