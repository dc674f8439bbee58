import { expect, test } from 'vitest';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { providePerson, provideServer } from '../support/provide';

const server = provideServer();
const ana = providePerson(server, { name: 'Ana' });

const as = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: ana.cookie, ...options });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** A lead untouched for this many days. */
async function makeIdle(nombre: string, days: number, more: Record<string, unknown> = {}): Promise<number> {
  const { json } = await as('/api/leads', { body: { nombre, email: 'iris@x.example.com', ...more } });
  withDatabase(server, (db) =>
    db
      .prepare('UPDATE leads SET created_at = :moment, last_activity_at = :moment WHERE id = :id')
      .run({ moment: daysAgo(days), id: json.lead.id }),
  );
  return json.lead.id;
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

test('days without activity that are no number of them are refused', async () => {
  const message = 'Los días sin actividad son un número del 1 al 999.';
  for (const idle of ['0', '1000', 'mucho', '-3']) {
    const { status, json } = await as(`/api/leads?idle=${idle}`);
    expect.soft([status, json.error?.message], idle).toEqual([422, message]);
  }
});

/** Leads of the last seven days, with ties in every sort key. */
function fill(count: number): void {
  withDatabase(server, (db) => {
    const insert = db.prepare(
      `INSERT INTO leads (nombre, email, email_key, source, created_at, last_activity_at, next_contact_on, notes_count)
       VALUES (?, 'a@x.example.com', 'a@x.example.com', 'crm_manual', :at, :at, :next, :notes)`,
    );
    db.transaction(() => {
      for (let n = 0; n < count; n++) {
        const next = n % 3 === 0 ? `2027-01-1${n % 5}` : null;
        insert.run(`Muchos ${n}`, { at: daysAgo(n % 7), next, notes: n % 4 });
      }
    })();
  });
}

test('pages hold every lead once and in order, whatever the order and the filters', async () => {
  fill(120);
  const from = daysAgo(7).slice(0, 'YYYY-MM-DD'.length);
  const queries = [
    '',
    '&source=crm_manual&estado=nuevo',
    '&q=muchos',
    '&idle=2',
    '&idle=3&estado=nuevo',
    `&from=${from}`,
    `&to=${from}&idle=1`,
  ];
  for (const orden of ['proximo_contacto', 'con_actividad', 'sin_actividad', 'mas_notas', 'menos_notas']) {
    for (const filters of queries) {
      const seen: (Record<string, string | null> & { id: number; notes_count: number })[] = [];
      let cursor = '';
      let total = 0;
      do {
        const { json } = await as(`/api/leads?orden=${orden}${filters}${cursor && `&cursor=${cursor}`}`);
        seen.push(...json.leads);
        total = json.total;
        cursor = json.next_cursor ?? '';
      } while (cursor);
      const which = orden + filters;
      expect.soft([new Set(seen.map(({ id }) => id)).size, seen.length], which).toEqual([total, total]);
      const keys = seen.map((lead) => {
        if (orden === 'proximo_contacto') return lead.next_contact_on ?? '9999';
        return orden.endsWith('notas') ? String(lead.notes_count) : lead.last_activity_at;
      });
      const sorted = keys.toSorted();
      const isDescending = orden === 'con_actividad' || orden === 'mas_notas';
      expect.soft(keys, which).toEqual(isDescending ? sorted.reverse() : sorted);
    }
  }
});
