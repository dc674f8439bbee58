import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Lead } from '~/shared/leads/lead';
import { makePerson, type Person } from '../support/accounts';
import { nextMoment } from '../support/clock';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { providePerson, provideServer } from '../support/provide';
import type { TestServer } from '../support/server';
import { callAs, makeToken, type TestToken } from '../support/tokens';

const DAY_MS = 24 * 60 * 60 * 1000;

let program: TestToken;
// Its own: what has changed is everybody's, and a second process looks for what is to be tidied up.
const server = provideServer();
const other = provideServer(() => ({ env: { DATABASE_PATH: server.databasePath, MAIL_DIR: server.mailDir } }));
const owner = providePerson(server, { name: 'Bruno Sosa' });
beforeAll(() => {
  program = makeToken(server, { name: 'Formularios' });
});

type Sent = { key?: string; on?: TestServer };
const newEmail = () => `${randomUUID()}@x.example.com`;
let numbers = 42_000_000;
const newNumber = () => `+54 9 11 ${String(++numbers)}`;

const post = (body: object, { key, on = server }: Sent = {}) =>
  callAs(on, program, '/api/leads', {
    body: { nombre: 'Marta Giménez', ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const get = (path: string, headers?: Record<string, string>) =>
  callAs(server, program, path, { ...(headers && { headers }) });
const change = (id: number, body: unknown, headers: Record<string, string> = {}) =>
  callAs(server, program, `/api/leads/${id}`, { method: 'PATCH', body, headers });
const isAnnounced = (id: number) =>
  withDatabase(server, (db) =>
    db.prepare('SELECT count(*) FROM notice_enquiries WHERE lead_id = ?').pluck().get(id),
  ) === 1;
const eventsOf = (id: number) =>
  withDatabase(server, (db) => db.prepare('SELECT * FROM lead_events WHERE lead_id = ?').all(id)).length;

describe('a lead that a program sends', () => {
  test('says where it came from, how far it has come and whose it is', async () => {
    const created_at = '2024-03-01T10:00:00-03:00';
    const fields = {
      ...{ source: 'Meta', estado: 'perdido', plan: 'chat-ia', billing: 'anual', lost_reason: 'precio' },
      ...{ next_contact_on: '2090-01-05', next_contact_at: '10:30', tema: 'Chat con IA' },
    };
    const owner_email = owner.email.toUpperCase();
    const { status, json } = await post({ ...fields, email: newEmail(), created_at, owner_email });
    const at = '2024-03-01T13:00:00.000Z';
    const made = { ...fields, owner_id: owner.id, created_at: at, first_contacted_at: at };
    expect([status, json.lead]).toMatchObject([201, made]);
    expect((await get(`/api/leads/${json.lead.id}`)).json.lead).toMatchObject(made);
    expect(isAnnounced(json.lead.id)).toBe(false);
  });

  test('is told and waits like an enquiry, unless it came long ago or was worked elsewhere', async () => {
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
    for (const [fields, told, waits] of [
      [{}, true, true],
      [{ source: 'Meta', created_at: ago(60_000), owner_id: owner.id }, true, true],
      [{ created_at: ago(2 * DAY_MS) }, false, true],
      [{ estado: 'contactado' }, false, false],
    ] as const) {
      const { lead } = (await post({ email: newEmail(), ...fields })).json;
      const is = [isAnnounced(lead.id), lead.first_contacted_at === null];
      expect.soft([fields, ...is]).toEqual([fields, told, waits]);
      if (!told) expect.soft(lead.owner_id).toBeNull();
    }
  });

  test('goes to whoever had the person before, also from another source, and not in turn', async () => {
    const next = makePerson(server);
    const takeLeads = (takes: 0 | 1) =>
      withDatabase(server, (db) => {
        for (const [last, { id }] of [owner, next].entries())
          db.prepare('UPDATE profiles SET takes_leads = ?, last_given_lead = ? WHERE id = ?').run(
            ...[takes, 999_999 - last, id],
          );
      });
    takeLeads(1);
    const email = newEmail();
    await post({ email, owner_id: owner.id });
    expect((await post({ email, source: 'Meta' })).json.lead.owner_id).toBe(owner.id);
    takeLeads(0);
  });

  test('is refused field by field, and the rule is told in English, too', async () => {
    const foreign = makePerson(server, { status: 'suspended' });
    const ahead = new Date(Date.now() + DAY_MS).toISOString();
    for (const [fields, field, rule] of [
      [{ source: 'landing' }, 'source', /must not be a name that the CRM/],
      [{ source: ' ' }, 'source', /Too small/],
      [{ created_at: ahead }, 'created_at', /future/],
      [{ created_at: '2024-03-01' }, 'created_at', /date-time with a zone/],
      [{ created_at: '1999-12-31T00:00:00Z' }, 'created_at', /2000/],
      [{ estado: 'vendido' }, 'estado', /expected one of "nuevo"\|"contactado"/],
      [{ owner_id: foreign.id }, 'owner_id', /active member of the staff/],
      [{ owner_email: foreign.email }, 'owner_email', /active member of the staff/],
      [{ owner_id: owner.id, owner_email: owner.email }, 'owner_email', /owner_id/],
      [{ billing: 'anual' }, 'billing', /needs plan/],
      [{ lost_reason: 'precio' }, 'lost_reason', /needs estado/],
      [{ nombre: 'x'.repeat(121) }, 'nombre', /<=120 characters/],
      [{ match: 'email' }, 'match', /needs on_match/],
      [{ on_match: 'skip', match: 'whatsapp' }, 'match', /empty/],
      [{ fecha: 1 }, 'fecha', /[Uu]nrecognized key/],
    ] as const) {
      const { status, json } = await post({ email: newEmail(), ...fields });
      const { code, fields: told, detail, details } = json.error;
      expect.soft([status, code, Object.keys(told)], field).toEqual([422, 'invalid', [field]]);
      expect.soft([details[field], detail]).toEqual([expect.stringMatching(rule), expect.stringMatching(rule)]);
    }
  });
});

describe('a person who has a lead', () => {
  test('gets the last one changed, or left, by email or number however it is written', async () => {
    const [email, whatsapp] = [newEmail(), newNumber()];
    const first = (await post({ email, whatsapp, empresa: 'Costanera' })).json.lead;
    const last = (await post({ email: email.toUpperCase(), on_match: 'create' })).json.lead;
    const left = await post({ email, estado: 'ganado', on_match: 'skip' });
    expect([left.status, left.json.lead]).toMatchObject([200, { id: last.id, estado: 'nuevo' }]);
    const filled = {
      empresa: null,
      whatsapp: whatsapp.replace(/\D/g, ''),
      pais: 'Argentina',
      estado: 'contactado',
    };
    const changed = await post({ email: '', ...filled, on_match: 'update', match: 'whatsapp' });
    const after = {
      id: first.id,
      email,
      whatsapp,
      empresa: 'Costanera',
      pais: 'Argentina',
      estado: 'contactado',
    };
    expect([changed.status, changed.json.lead]).toMatchObject([200, after]);
    const before = eventsOf(first.id);
    expect((await post({ ...filled, email, on_match: 'update', match: 'whatsapp' })).json.lead).toMatchObject(after);
    expect(eventsOf(first.id)).toBe(before);
    // After a join the survivor is the match; a lead in the trash is none.
    await callAs(server, program, `/api/leads/${last.id}/join`, { body: { into: first.id } });
    expect((await post({ email, on_match: 'skip' })).json.lead.id).toBe(first.id);
    await callAs(server, program, `/api/leads/${first.id}`, { method: 'DELETE' });
    expect((await post({ email, on_match: 'skip' })).status).toBe(201);
  });

  test('is one lead, however many equal calls come at once, in two processes', async () => {
    for (const [body, keys, statuses] of [
      [{ email: newEmail() }, () => undefined, [...Array(19).fill(200), 201]],
      [{ whatsapp: newNumber() }, () => undefined, [...Array(19).fill(200), 201]],
      // An impossible number still matches as text.
      [{ whatsapp: `45-${++numbers}-1` }, () => undefined, [...Array(19).fill(200), 201]],
      [{ email: newEmail() }, () => 'una-ejecucion', Array(20).fill(201)],
      [{ email: newEmail() }, (n: number) => `ejecucion-${n}`, [...Array(19).fill(200), 201]],
    ] as const) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => {
          const key = keys(n);
          return post(
            { ...body, empresa: 'Costanera', on_match: 'update' },
            { on: n % 2 ? other : server, ...(key && { key: key + JSON.stringify(body) }) },
          );
        }),
      );
      expect.soft(answers.map(({ status }) => status).sort()).toEqual(statuses);
      expect.soft(new Set(answers.map(({ json }) => json.lead?.id)).size).toBe(1);
    }
  });

  test('is not changed again by a call whose answer was lost', async () => {
    const email = newEmail();
    const { id } = (await post({ email })).json.lead;
    const update = () => post({ email, estado: 'contactado', on_match: 'update' }, { key: `perdida-${id}` });
    expect((await update()).status).toBe(200);
    await change(id, { estado: 'en_seguimiento' });
    const again = await update();
    expect([again.status, again.json.lead]).toMatchObject([200, { id, estado: 'en_seguimiento' }]);
  });
});

describe('what has changed', () => {
  const since = async (place: string, query = '') => {
    const { status, json } = await get(`/api/leads?since=${encodeURIComponent(place)}${query}`);
    expect([status, json.error]).toEqual([200, undefined]);
    return json as { leads: Lead[]; gone: object[]; next_cursor: string; has_more: boolean; restored?: true };
  };
  const ids = (leads: Lead[]) => leads.map(({ id }) => id);
  const make = async (on = server) => (await post({ email: newEmail() }, { on })).json.lead.id as number;
  const now = async () => (await since('2999-01-01T00:00:00Z')).next_cursor;

  test('comes once, the oldest change first, whoever made it, and a cursor goes on for ever', async () => {
    const start = await now();
    await nextMoment();
    const moment = new Date().toISOString();
    const [a, b, c] = [await make(), await make(other), await make()];
    await change(a, { estado: 'contactado' });
    const page = await since(start);
    expect([ids(page.leads), page.gone, page.has_more]).toEqual([[b, c, a], [], false]);
    expect(page.leads.at(-1)).toMatchObject({ estado: 'contactado' });
    expect(ids((await since(moment)).leads)).toEqual([b, c, a]);
    expect((await since(moment)).next_cursor).toBe(page.next_cursor);
    const quiet = await since(page.next_cursor);
    expect([quiet.leads, quiet.gone, quiet.next_cursor]).toEqual([[], [], page.next_cursor]);
    await callAs(other, program, `/api/leads/${b}/notes`, { body: { body: 'Respondió' } });
    expect(ids((await since(quiet.next_cursor)).leads)).toEqual([b]);
    // The same with pages of one.
    const found: number[] = [];
    for (let place = start, more = true; more; ) {
      const { leads, next_cursor, has_more } = await since(place, '&limit=1');
      found.push(...ids(leads));
      [place, more] = [next_cursor, has_more];
    }
    expect(found).toEqual([c, a, b]);
  });

  test('names those that are gone, until they come back', async () => {
    const [deleted, joined, stays, erased] = [await make(), await make(), await make(), await make()];
    const start = await now();
    await callAs(server, program, `/api/leads/${deleted}`, { method: 'DELETE' });
    await callAs(server, program, `/api/leads/${joined}/join`, { body: { into: stays } });
    withDatabase(server, (db) => {
      db.pragma('foreign_keys = ON');
      db.prepare('DELETE FROM leads WHERE id = ?').run(erased);
    });
    const page = await since(start);
    expect(ids(page.leads)).toEqual([stays]);
    const at = expect.stringMatching(/Z$/);
    expect(page.gone).toEqual([
      { id: deleted, reason: 'deleted', at, joined_into: null },
      { id: joined, reason: 'joined', at, joined_into: stays },
      { id: erased, reason: 'removed', at, joined_into: null },
    ]);
    expect((await since(page.next_cursor)).gone).toEqual([]);
    await callAs(server, program, `/api/leads/${deleted}/restore`, { method: 'POST' });
    await callAs(server, program, `/api/leads/${joined}/separate`, { method: 'POST' });
    expect(ids((await since(page.next_cursor)).leads)).toEqual([deleted, joined, stays]);
  });

  test('is found again where a backup was restored: by the time of what the cursor knew', async () => {
    const start = await now();
    const [, event, at] = JSON.parse(Buffer.from(start, 'base64url').toString());
    const id = await make();
    const place = (...parts: unknown[]) => Buffer.from(JSON.stringify(['c', ...parts])).toString('base64url');
    for (const lost of [place(event + 1000, at, 0), place(event, '2020-01-01T00:00:00.000Z', 0)]) {
      const page = await since(lost, '&limit=500');
      expect([page.restored, page.has_more || ids(page.leads).includes(id)]).toEqual([true, true]);
    }
    expect((await since(start)).restored).toBeUndefined();
  });

  test('is asked for alone, by a moment or its own cursor', async () => {
    const { next_cursor } = (await get('/api/leads?limit=1')).json;
    for (const [query, field] of [
      [`since=${next_cursor}`, 'since'],
      ['since=', 'since'],
      ['since=1207', 'since'],
      ['since=2026-11-24', 'since'],
      [`since=${'9'.repeat(5000)}`, 'since'],
      ['since=2026-11-24T00:00:00Z&estado=nuevo', 'estado'],
      ['since=2026-11-24T00:00:00Z&q=ana', 'q'],
      [`since=2026-11-24T00:00:00Z&cursor=${next_cursor}`, 'cursor'],
      ...['0', '501', '-1', '1.5', 'x', ''].map((limit) => [`limit=${limit}`, 'limit'] as const),
    ] as const) {
      const { status, json } = await get(`/api/leads?${query}`);
      expect.soft([query, status, Object.keys(json.error?.fields ?? {})]).toEqual([query, 422, [field]]);
    }
    expect((await get('/api/leads?limit=2')).json.leads).toHaveLength(2);
    expect((await call(server, `/api/leads?since=${await now()}`, { cookie: owner.cookie })).status).toBe(200);
  });
});

describe('a version', () => {
  test('is known until anything changes that the lead says, and is the one that may be changed', async () => {
    const { json, headers } = await post({ email: newEmail(), owner_id: owner.id });
    const { id } = json.lead;
    const path = `/api/leads/${id}`;
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{20,}"$/);
    // Other leads' changes leave the ETag alone.
    await post({ email: newEmail() });
    const known = await get(path, { 'if-none-match': `"x", ${etag}` });
    expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', etag]);
    const saved = await change(id, { estado: 'contactado' }, { 'if-match': etag });
    const next = saved.headers.get('etag') ?? '';
    expect([saved.status, next === etag, (await get(path)).headers.get('etag')]).toEqual([200, false, next]);
    const late = await change(id, { estado: 'perdido' }, { 'if-match': etag });
    expect([late.status, late.json.error.code]).toEqual([412, 'precondition_failed']);
    expect((await get(path, { 'if-none-match': next })).status).toBe(304);
    withDatabase(server, (db) => db.prepare('UPDATE profiles SET name = ? WHERE id = ?').run('B. Sosa', owner.id));
    expect((await get(path, { 'if-none-match': next })).status).toBe(200);
    expect((await change(id, { estado: 'perdido' }, { 'if-match': '*' })).status).toBe(200);
  });
});

test('a token that only reads learns who may have leads, and sends none', async () => {
  const reader = makeToken(server, { scopes: ['read'] });
  const { staff } = (await callAs(server, reader, '/api/staff')).json;
  expect(staff.find(({ id }: Person) => id === owner.id)).toEqual({
    ...{ id: owner.id, name: expect.any(String), takes_leads: expect.any(Boolean) },
  });
  const refused = await callAs(server, reader, '/api/leads', { body: { nombre: 'A', email: newEmail() } });
  expect([refused.status, refused.json.error.detail]).toEqual([403, 'This token may only read.']);
});
