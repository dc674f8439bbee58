import { afterEach, describe, expect, test } from 'vitest';
import type { Person } from '../support/accounts';
import { startAt } from '../support/clock';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { enquire, makeReader } from '../support/notices';
import type { TestServer } from '../support/server';
import { storeMessage } from '../support/stored-messages';

const running: TestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

const THREE_MONTHS = { LOST_LEADS_MONTHS: '3' };

/** Housekeeping runs at the start of a server. */
async function begin(moment: string, { env = THREE_MONTHS, ...options }: Parameters<typeof startAt>[1] = {}) {
  const { server } = await startAt(moment, { env, ...options });
  running.push(server);
  return server;
}

/** Stops the server and restarts on its database at another moment. */
async function continueAt(moment: string, { folder }: TestServer, env?: Record<string, string>) {
  await running.pop()?.stop({ keep: true });
  return begin(moment, { folder, ...(env && { env }) });
}

const patch = (server: TestServer, { cookie }: Person, id: number, body: object) =>
  call(server, `/api/leads/${id}`, { method: 'PATCH', cookie, body });
const note = (server: TestServer, { cookie }: Person, id: number, body: string) =>
  call(server, `/api/leads/${id}/notes`, { cookie, body: { body } });
const read = async (server: TestServer, { cookie }: Person, path: string) =>
  (await call(server, path, { cookie })).json;
const rows = (server: TestServer, sql: string) => withDatabase(server, (db) => db.prepare(sql).pluck().all());
const anonymised = (server: TestServer) =>
  rows(server, "SELECT lead_id FROM lead_events WHERE type = 'anonymised' ORDER BY lead_id");

/** Every table that contains this text, case-insensitively. */
function tablesWith(server: TestServer, text: string): string[] {
  return withDatabase(server, (db) => {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
    return tables.filter((table) =>
      db
        .prepare(`SELECT * FROM "${table}"`)
        .raw()
        .all()
        .some((row) => (row as unknown[]).some((value) => String(value).toLowerCase().includes(text))),
    );
  });
}

const REPORT = '/api/reports?from=2026-01-01&to=2026-04-30';

describe('a lost lead to which nothing happens for as many months as are set', () => {
  test('loses what it says of its person everywhere, is counted as before, and others stay', async () => {
    const first = await begin('2026-01-15T10:00:00Z');
    const admin = makeReader(first, { email: 'none' }, { roles: ['admin'] });
    const ids: number[] = [];
    for (const nombre of [
      'Xolvida Paz',
      'Xolvida Segunda',
      'Con Nota',
      'Reabierta',
      'Abierta',
      'Papelera',
      'Con Fecha',
    ])
      ids.push(await enquire(first, nombre));
    const [gone = 0, joined = 0, noted = 0, reopened = 0, open = 0, trashed = 0, planned = 0] = ids;
    await patch(first, admin, gone, {
      empresa: 'Xolvidada SA',
      email: 'xolvida@x.example.com',
      whatsapp: '+5491155558888',
    });
    await patch(first, admin, gone, { nombre: 'Xolvida María', plan: 'chat-ia' });
    const { json } = await note(first, admin, gone, 'Xolvidada: vive en Salta');
    // Earlier versions of a note are kept for a while.
    await call(first, `/api/notes/${json.note.id}`, {
      method: 'PATCH',
      cookie: admin.cookie,
      body: { body: 'Vive en Salta' },
    });
    await note(first, admin, joined, 'Otra de xolvida');
    await call(first, '/api/views', {
      cookie: admin.cookie,
      body: { name: 'Ella', query: 'q=xolvida%40x.example.com' },
    });
    const [own, other] = [gone, joined].map((lead) =>
      storeMessage(first, {
        lead,
        text: 'Xolvidada: mando fotos',
        number: '541155558888',
        at: '2026-01-15T10:01:00.000Z',
      }),
    );
    storeMessage(first, { lead: noted, text: 'Sigue pensando', at: '2026-01-15T10:01:00.000Z' });
    const join = await call(first, `/api/leads/${joined}/join`, {
      cookie: admin.cookie,
      body: { into: gone },
    });
    expect(join.status).toBe(200);
    for (const id of [gone, noted, reopened, trashed])
      await patch(first, admin, id, { estado: 'perdido', lost_reason: 'precio' });
    const putOff = { estado: 'perdido', lost_reason: 'mas_adelante', next_contact_on: '2026-08-01' };
    await patch(first, admin, planned, putOff);
    await call(first, `/api/leads/${trashed}`, { method: 'DELETE', cookie: admin.cookie });

    const soon = await continueAt('2026-04-14T10:00:00Z', first);
    expect(anonymised(soon)).toEqual([]);
    const before = await read(soon, admin, REPORT);
    expect(before.retention).toMatchObject({ months: 3, days: 30, total: 3 });
    const list = `/api/leads?estado=perdido&idle=${before.retention.idle}`;
    // Idle leads with a planned contact stay until its date.
    expect((await read(soon, admin, list)).total).toBe(4);
    await patch(soon, admin, reopened, { estado: 'contactado' });
    await note(soon, admin, noted, 'Llamó: sigue pensando');

    const later = await continueAt('2026-04-15T11:00:00Z', soon);
    await expect.poll(() => anonymised(later)).toEqual([gone]);
    await later.printed(/"event":"removed_words_merged"/);
    expect(tablesWith(later, 'xolvid')).toEqual([]);
    expect(tablesWith(later, '5555888')).toEqual([]);
    for (const wamid of [own, other]) expect(tablesWith(later, String(wamid).toLowerCase())).toEqual([]);
    expect(rows(later, 'SELECT body FROM messages')).toEqual(['Sigue pensando']);
    for (const word of ['xolvida', 'salta', '55558888', 'fotos'])
      expect([word, (await read(later, admin, `/api/leads?q=${word}`)).total]).toEqual([word, 0]);
    const { lead } = await read(later, admin, `/api/leads/${gone}`);
    expect(lead).toMatchObject({
      ...{ nombre: 'Persona anonimizada', whatsapp: null, mensaje: null, empresa: null, notes_count: 0 },
      ...{ estado: 'perdido', lost_reason: 'precio', plan: 'chat-ia', pais: 'Argentina', source: 'landing' },
      ...{ duplicates: 0, awaiting_reply_since: null },
    });
    const { events } = await read(later, admin, `/api/leads/${gone}/timeline`);
    expect(events[0]).toMatchObject({ type: 'anonymised', actor_id: null });
    for (const [id, nombre] of [
      [noted, 'Con Nota'],
      [reopened, 'Reabierta'],
      [open, 'Abierta'],
    ] as const)
      expect((await read(later, admin, `/api/leads/${id}`)).lead).toMatchObject({ nombre });

    const after = await read(later, admin, REPORT);
    expect(after.retention).toMatchObject({ total: 0 });
    expect(after.arrivals.total).toBe(before.arrivals.total);
    expect(after.by_country).toEqual(before.by_country);
    expect(after.lost_reasons[0].total).toBe(before.lost_reasons[0].total - 1);
    expect(rows(later, "SELECT to_value FROM audit_events WHERE type = 'leads_anonymised'")).toEqual(['1']);
    const { code } = await runCrm(['export', 'person', '--email', 'xolvida@x.example.com'], {
      DATABASE_PATH: later.databasePath,
    });
    expect(code).toBe(1);
    expect((await runCrm(['check'], { DATABASE_PATH: later.databasePath })).code).toBe(0);
  });

  test('is anonymised again only if something was written since, and not where nothing is set', async () => {
    const first = await begin('2026-01-15T10:00:00Z');
    const staff = makeReader(first, { email: 'none' });
    const id = await enquire(first, 'Carla Paz');
    await patch(first, staff, id, { estado: 'perdido' });
    const second = await continueAt('2026-04-20T10:00:00Z', first);
    await expect.poll(() => anonymised(second)).toEqual([id]);
    const third = await continueAt('2026-08-20T10:00:00Z', second);
    await note(third, staff, id, 'Volvió a llamar Carla');
    expect(anonymised(third)).toEqual([id]);
    const fourth = await continueAt('2026-11-20T11:00:00Z', third);
    await expect.poll(() => anonymised(fourth)).toEqual([id, id]);
    await fourth.printed(/"event":"removed_words_merged"/);
    expect(tablesWith(fourth, 'llamar carla')).toEqual([]);

    await patch(fourth, staff, await enquire(fourth, 'Dora Paz'), { estado: 'perdido' });
    const years = await continueAt('2036-01-15T10:00:00Z', fourth, {});
    expect((await read(years, staff, '/api/reports')).retention).toBeNull();
    const { out } = await runCrm(['purge'], { DATABASE_PATH: years.databasePath });
    expect(out).toMatch(/^ +0 {2}leads perdidos que se anonimizan/m);
    expect(anonymised(years)).toEqual([id, id]);
  });

  test('is anonymised once by two processes, all of many', async () => {
    const first = await begin('2026-01-15T10:00:00Z');
    const MANY = 700;
    withDatabase(first, (db) =>
      db.transaction(() => {
        const insert = db.prepare(
          `INSERT INTO leads (nombre, email, email_key, estado, source, created_at, last_activity_at)
           VALUES ('Carla', :email, :email, 'perdido', 'landing', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
        );
        for (let n = 0; n < MANY; n++) insert.run({ email: `carla-${n}@x.example.com` });
      })(),
    );
    await running.pop()?.stop({ keep: true });
    const both = await Promise.all([
      begin('2026-04-20T10:00:00Z', { folder: first.folder }),
      begin('2026-04-20T10:00:00Z', { env: { ...THREE_MONTHS, DATABASE_PATH: first.databasePath } }),
    ]);
    const told = () =>
      Number(rows(both[0], "SELECT sum(to_value) FROM audit_events WHERE type = 'leads_anonymised'")[0]);
    await expect.poll(told).toBe(MANY);
    expect(anonymised(both[0])).toEqual([...new Set(anonymised(both[0]))]);
    expect(anonymised(both[0])).toHaveLength(MANY);
    // The search index, and with it `words_due`, follows a moment later.
    await expect
      .poll(() => tablesWith(both[0], 'carla').filter((table) => !table.startsWith('lead_words')))
      .toEqual([]);
  });
});
