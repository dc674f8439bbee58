import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let ana: Person;
beforeAll(async () => {
  server = await startServer();
  ana = makePerson(server, { name: 'Ana' });
});
afterAll(() => server.stop());

const as = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: ana.cookie, ...options });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** A lead to which nothing happened for so many days. */
async function makeIdle(nombre: string, days: number, more: Record<string, unknown> = {}): Promise<number> {
  const { json } = await as('/api/leads', { body: { nombre, email: 'iris@x.example.com', ...more } });
  withDatabase(server, (db) =>
    db
      .prepare('UPDATE leads SET created_at = :moment, last_activity_at = :moment WHERE id = :id')
      .run({ moment: daysAgo(days), id: json.lead.id }),
  );
  return json.lead.id;
}
/** The summary of arrivals, after leads were given other days. */
function sumArrivals() {
  withDatabase(server, (db) =>
    db.exec(`
      DELETE FROM lead_arrivals;
      INSERT INTO lead_arrivals SELECT substr(created_at, 1, 13), count(*) FROM leads GROUP BY 1;
    `),
  );
}
async function list(query: string) {
  const { status, json } = await as(`/api/leads?${query}`);
  expect(status).toBe(200);
  return { names: json.leads.map(({ nombre }: { nombre: string }) => nombre), total: json.total };
}

test('who is idle is told by the last thing that happened, and notes count', async () => {
  const id = await makeIdle('Quieta', 40);
  await makeIdle('Tibia', 10);
  await makeIdle('Activa', 1);
  expect(await list('idle=30')).toEqual({ names: ['Quieta'], total: 1 });
  expect(await list('idle=7')).toEqual({ names: ['Tibia', 'Quieta'], total: 2 });
  expect(await list('idle=7&orden=sin_actividad')).toEqual({ names: ['Quieta', 'Tibia'], total: 2 });
  expect((await list('orden=con_actividad')).names).toEqual(['Activa', 'Tibia', 'Quieta']);
  await as(`/api/leads/${id}/notes`, { body: { body: 'Volvió a escribir' } });
  expect(await list('idle=30')).toEqual({ names: [], total: 0 });
  expect((await list('orden=con_actividad')).names[0]).toBe('Quieta');
});

test.each(['0', '1000', 'mucho', '-3'])('refuses idle=%s', async (idle) => {
  const { status, json } = await as(`/api/leads?idle=${idle}`);
  expect([status, json.error.message]).toEqual([422, 'Los días sin actividad son un número del 1 al 999.']);
});

test.each(['proximo_contacto', 'con_actividad', 'sin_actividad', 'mas_notas', 'menos_notas'])(
  'pages by %s hold every lead once, whatever the filters',
  async (orden) => {
    const own = orden.slice(0, 3);
    const from = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
    for (let n = 0; n < 120; n++) {
      const id = await makeIdle(`${own} ${n}`, n % 7, { empresa: orden });
      const next_contact_on = n % 3 === 0 ? `2027-01-1${n % 5}` : null;
      if (next_contact_on) await as(`/api/leads/${id}`, { method: 'PATCH', body: { next_contact_on } });
      withDatabase(server, (db) =>
        db.prepare('UPDATE leads SET notes_count = ? WHERE id = ?').run(n % 4, id),
      );
    }
    sumArrivals();
    const plain = ['', '&source=crm_manual&estado=nuevo', `&q=${orden.split('_')[0]}`];
    for (const filters of [
      ...plain,
      '&idle=2',
      '&idle=3&estado=nuevo',
      `&from=${from}`,
      `&to=${from}&idle=1`,
    ]) {
      const seen: (Record<string, string | null> & { id: number; notes_count: number })[] = [];
      let cursor = '';
      let total = 0;
      do {
        const { json } = await as(`/api/leads?orden=${orden}${filters}${cursor && `&cursor=${cursor}`}`);
        seen.push(...json.leads);
        total = json.total;
        cursor = json.next_cursor ?? '';
      } while (cursor);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(total);
      expect(seen).toHaveLength(total);
      const keys = seen.map((lead) => {
        if (orden === 'proximo_contacto') return lead.next_contact_on ?? '9999';
        return orden.endsWith('notas') ? String(lead.notes_count) : lead.last_activity_at;
      });
      const sorted = keys.toSorted();
      const isDescending = orden === 'con_actividad' || orden === 'mas_notas';
      expect(keys).toEqual(isDescending ? sorted.reverse() : sorted);
    }
  },
);

test('days of arrival and other filters are counted exactly', async () => {
  const day = (ago: number) => daysAgo(ago).slice(0, 10);
  for (const [ago, pais] of [
    [400, 'Chile'],
    [20, 'Chile'],
    [20, 'Perú'],
    [5, 'Chile'],
  ] as const) {
    const id = await makeIdle('Llegada', 0, { pais });
    withDatabase(server, (db) =>
      db.prepare('UPDATE leads SET created_at = ? WHERE id = ?').run(daysAgo(ago), id),
    );
  }
  sumArrivals();
  for (const filters of [
    '',
    '&pais=Chile',
    '&pais=Chile&source=crm_manual',
    '&contacto=pendiente',
    '&owner=none',
  ]) {
    for (const days of [
      `from=${day(30)}`,
      `to=${day(10)}`,
      `from=${day(30)}&to=${day(10)}`,
      `from=2020-01-01&to=2030-01-01`,
      `from=${day(10)}&to=${day(30)}`,
    ]) {
      const seen: number[] = [];
      let cursor = '';
      let total = 0;
      do {
        const { json } = await as(`/api/leads?${days}${filters}${cursor && `&cursor=${cursor}`}`);
        seen.push(...json.leads.map(({ id }: { id: number }) => id));
        total = json.total;
        cursor = json.next_cursor ?? '';
      } while (cursor);
      expect([days, filters, total]).toEqual([days, filters, seen.length]);
    }
  }
});
