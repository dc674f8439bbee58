import { beforeAll, describe, expect, test } from 'vitest';
import type { LeadStatus } from '~/shared/leads/enums';
import type { Lead } from '~/shared/leads/lead';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { openStream } from '../support/live';
import { provideProvenPerson, provideServer } from '../support/provide';

let ids: Record<string, number>;
const server = provideServer();
const admin = provideProvenPerson(server, { roles: ['admin'] });
beforeAll(() => {
  ids = write();
});

type Made = { estado: LeadStatus; won_at?: string; steps?: LeadStatus[]; isImported?: boolean };
/** Around the ends of March in Buenos Aires (UTC-3) and in Madrid, whose clocks change on the 29th. */
const LEADS: Record<string, Made> = {
  'last of February': { estado: 'ganado', won_at: '2026-03-01T02:59:59.999Z' },
  'first of March': { estado: 'ganado', won_at: '2026-03-01T03:00:00.000Z', isImported: true },
  'last of March': { estado: 'ganado', won_at: '2026-04-01T02:59:59.999Z' },
  'first of April': { estado: 'ganado', won_at: '2026-04-01T03:00:00.000Z' },
  'nobody knows': { estado: 'ganado', isImported: true },
  'lost at once': { estado: 'perdido', steps: ['perdido'] },
  'lost without a history': { estado: 'perdido', isImported: true },
  'lost after talking': { estado: 'perdido', steps: ['contactado', 'perdido'] },
  'lost after going back': { estado: 'perdido', steps: ['en_seguimiento', 'contactado', 'perdido'] },
  'lost after winning': { estado: 'perdido', steps: ['ganado', 'perdido'] },
  'lost and back': { estado: 'contactado', steps: ['perdido', 'contactado'] },
  open: { estado: 'en_seguimiento', steps: ['contactado', 'en_seguimiento'] },
};

function write(): Record<string, number> {
  return withDatabase(server, (db) => {
    const at = '2026-02-01T12:00:00.000Z';
    const insert = db.prepare(
      `INSERT INTO leads (nombre, email, source, estado, created_at, last_activity_at, won_at, import_id)
       VALUES (?, 'a@x.example.com', 'feria', ?, ?, ?, ?, ?)`,
    );
    const insertEvent = db.prepare(
      `INSERT INTO lead_events (lead_id, type, field, from_value, to_value, created_at)
       VALUES (?, 'changed', 'estado', ?, ?, ?)`,
    );
    return Object.fromEntries(
      Object.entries(LEADS).map(([name, { estado, won_at, steps = [], isImported }]) => {
        const { lastInsertRowid: id } = insert.run(name, estado, at, at, won_at ?? null, isImported ? 1 : null);
        let before: LeadStatus = 'nuevo';
        for (const [index, step] of steps.entries()) {
          insertEvent.run(id, before, step, `2026-02-0${index + 2}T12:00:00.000Z`);
          before = step;
        }
        return [name, Number(id)];
      }),
    );
  });
}

const api = (path: string, body?: unknown, headers?: Record<string, string>) =>
  call(server, path, { cookie: admin.cookie, body, ...(headers && { headers }) });
const namesOf = (leads: { nombre: string }[]) => leads.map(({ nombre }) => nombre).sort();
const list = async (query: string): Promise<Lead[]> => (await api(`/api/leads?${query}`)).json.leads;
const MARCH = 'won_from=2026-03-01&won_to=2026-03-31';

/** Each query with the expected leads, worked out by hand. */
const HELD: [query: string, names: string[]][] = [
  [MARCH, ['first of March', 'last of March']],
  [`${MARCH}&imported=no`, ['last of March']],
  ['won_from=2026-04-01', ['first of April']],
  ['won_to=2026-02-28', ['last of February']],
  [`${MARCH}&tz=Europe/Madrid`, ['first of March', 'last of February']],
  [`${MARCH}&estado=perdido`, []],
  [`${MARCH}&orden=mas_notas`, ['first of March', 'last of March']],
  [`${MARCH}&q=march`, ['first of March', 'last of March']],
  ['estado=ganado&imported=yes', ['first of March', 'nobody knows']],
  ['imported=yes', ['first of March', 'lost without a history', 'nobody knows']],
];

describe.each(HELD)('%s', (query, names) => {
  test('holds who is meant, with their number, page by page', async () => {
    const { json } = await api(`/api/leads?${query}`);
    expect(namesOf(json.leads)).toEqual(names);
    expect(json.total).toBe(names.length);
    const paged: Lead[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { leads: Lead[]; next_cursor: string | null } = (
        await api(`/api/leads?${query}&limit=1${cursor && `&cursor=${cursor}`}`)
      ).json;
      paged.push(...page.leads);
      cursor = page.next_cursor;
    }
    expect(paged.map(({ id }) => id)).toEqual(json.leads.map(({ id }: Lead) => id));
  });

  test('is exported, and stands in a saved view', async () => {
    const { text } = await api(`/api/leads/export?${query}&format=csv`);
    const exported = text.split('\r\n').slice(1, -1);
    expect(exported.map((line) => line.split(',')[1]).sort()).toEqual(names);
    const { json } = await api('/api/views', { name: query.slice(0, 40), query });
    expect(json.view.problem).toBeNull();
    expect(json.view.query).toContain(query.split('&')[0]);
    const { views } = (await api('/api/views')).json;
    const view = views.find(({ id }: { id: number }) => id === json.view.id);
    expect(view.total).toBe(names.length);
    await call(server, `/api/views/${view.id}`, { cookie: admin.cookie, method: 'DELETE' });
  });
});

test('a filter that is none is refused, and an empty one is none', async () => {
  for (const query of ['won_from=marzo', 'won_to=2026-02-30', 'imported=si'])
    expect.soft([query, (await api(`/api/leads?${query}`)).status]).toEqual([query, 422]);
  expect(await list('won_from=&won_to=&imported=')).toHaveLength(Object.keys(LEADS).length);
});

test('many are changed by such a list, and get back when they were won', async () => {
  const moments = async () =>
    (await list('estado=ganado')).map(({ id, won_at }) => [id, won_at]).sort(([a], [b]) => Number(a) - Number(b));
  const before = await moments();
  const change = { filter: { won_from: '2026-03-01', won_to: '2026-03-31' }, change: { estado: 'perdido' } };
  const { json } = await api('/api/leads/bulk', change, { 'idempotency-key': crypto.randomUUID() });
  expect(json).toMatchObject({ changed: 2, done: true });
  expect(await list(MARCH)).toEqual([]);
  await api('/api/leads/bulk/undo', { undo: json.undo });
  expect(await moments()).toEqual(before);
});

test('an open panel hears when a lead was won', async () => {
  const id = ids.open ?? 0;
  const stream = await openStream(server, admin.cookie);
  const { json } = await call(server, `/api/leads/${id}`, {
    cookie: admin.cookie,
    method: 'PATCH',
    body: { estado: 'ganado' },
  });
  const { nombre, as_of } = json.lead;
  expect((await stream.hears(as_of)).won).toEqual([
    expect.objectContaining({ lead_id: id, nombre, user_id: admin.id }),
  ]);
  stream.close();
});
