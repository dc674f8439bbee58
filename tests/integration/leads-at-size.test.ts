import { beforeAll, describe, expect, test } from 'vitest';
import type { LeadFilters } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import { withDatabase } from '../support/database';
import { fillWithLeads } from '../support/fill-leads';
import { call } from '../support/http';
import { compareLeads, matchesFilters } from '../support/list-oracle';
import { providePerson, provideServer } from '../support/provide';

/** More than the number of matches up to which a search avoids scanning the list. */
const LEADS = 12_000;
const PAGE = 50;

let all: Lead[];

const server = provideServer();
const staff = providePerson(server);
beforeAll(() => {
  fillWithLeads(server.databasePath, LEADS);
  withDatabase(server, (db) => {
    // One word in every row; country and word coincide only in three old leads.
    db.exec(`UPDATE leads SET pais = 'Bolivia' WHERE id IN (40, 4000, 9000);
             UPDATE leads SET mensaje = 'Nada' WHERE pais = 'Perú' AND id > 3`);
    // Dates out of step with ids, as after a clock set back or an import.
    db.exec(`UPDATE leads SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', '2021-01-01', id || ' minutes')
             WHERE id % 97 = 0`);
    all = db.prepare('SELECT * FROM leads').all() as Lead[];
  });
});

function expected(filters: LeadFilters): number[] {
  return all
    .filter((lead) => matchesFilters(lead, filters, Date.now()))
    .sort(compareLeads(filters))
    .map((lead) => lead.id);
}

async function page(filters: LeadFilters, cursor = ''): Promise<{ ids: number[]; next: string | null; total: number }> {
  const asked = new URLSearchParams({ ...(filters as Record<string, string>), cursor });
  if (!cursor) asked.delete('cursor');
  const { status, json } = await call(server, `/api/leads?${asked}`, { cookie: staff.cookie });
  expect(status).toBe(200);
  return { ids: json.leads.map((lead: Lead) => lead.id), next: json.next_cursor, total: json.total };
}

const SEARCHES: [string, LeadFilters][] = [
  ['a word that all hold', { q: 'consulta' }],
  ['a word that all hold, oldest first', { q: 'consulta', orden: 'antiguos' }],
  ['a word that all hold, in a country of few', { q: 'consulta', pais: 'Bolivia' }],
  ['a word that all but a country hold, in that country', { q: 'consulta', pais: 'Perú' }],
  ['a name', { q: 'quiroga' }],
  ['two names', { q: 'ana quir' }],
  ['a name with every filter', { q: 'ana', estado: 'ganado', pais: 'Chile', client_type: 'otros' }],
  ['a name among those who wait', { q: 'medina', contacto: 'pendiente', estado: 'nuevo' }],
  ['a word among those who wait, though they are won', { q: 'consulta', contacto: 'pendiente', estado: 'ganado' }],
  ['a word in the last seven days', { q: 'asistente', creados: '7d' }],
  ['the digits that all numbers hold', { q: '5491' }],
  ['some digits', { q: '777' }],
  ['a whole number', { q: '+54 9 11 0000-0000' }],
  ['a word that all hold, by their notes', { q: 'consulta', orden: 'mas_notas' }],
  ['a word that nobody holds', { q: 'xilofón' }],
];

describe('a search among many leads finds what reading each of them finds', () => {
  test('page by page', async () => {
    for (const [what, filters] of SEARCHES) {
      const ids = expected(filters);
      const first = await page(filters);
      expect.soft(first.ids, what).toEqual(ids.slice(0, PAGE));
      expect.soft([first.next !== null, first.total], what).toEqual([ids.length > PAGE, ids.length]);
      if (!first.next) continue;
      const second = await page(filters, first.next);
      expect.soft(second.ids, `${what}, the second page`).toEqual(ids.slice(PAGE, 2 * PAGE));
    }
  });

  test('the last page of many', async () => {
    const filters: LeadFilters = { q: 'quiroga', estado: 'ganado' };
    const found: number[] = [];
    let next: string | null = '';
    while (next !== null) {
      const one: Awaited<ReturnType<typeof page>> = await page(filters, next);
      found.push(...one.ids);
      next = one.next;
    }
    expect(found).toEqual(expected(filters));
  });
});

test('the counters say what counting says', async () => {
  const { json } = await call(server, '/api/leads/counters', { cookie: staff.cookie });
  const count = (filters: LeadFilters) => expected(filters).length;
  expect(json).toMatchObject({
    total: LEADS,
    sin_contactar: count({ contacto: 'pendiente' }),
    nuevos_7_dias: count({ creados: '7d' }),
    contactado: count({ estado: 'contactado' }),
    en_seguimiento: count({ estado: 'en_seguimiento' }),
    ganado: count({ estado: 'ganado' }),
    perdido: count({ estado: 'perdido' }),
  });
});

test('the last seven days follow what is deleted and brought back', async () => {
  const counters = async () => (await call(server, '/api/leads/counters', { cookie: staff.cookie })).json.nuevos_7_dias;
  const before = await counters();
  const path = `/api/leads/${expected({ creados: '7d' })[0]}`;
  await call(server, path, { cookie: staff.cookie, method: 'DELETE' });
  expect(await counters()).toBe(before - 1);
  await call(server, `${path}/restore`, { cookie: staff.cookie, method: 'POST' });
  expect(await counters()).toBe(before);
});
