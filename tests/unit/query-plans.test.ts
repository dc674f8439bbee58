import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { isListable, type LeadFilters } from '~/shared/leads/schema';
import { migrate } from '../../db/migrate';
import { provideOwnDatabase } from '../support/own-database';

provideOwnDatabase();

// Afresh, so that no statement counts that another file has composed.
vi.resetModules();
const modules = await Promise.all(
  Object.values(import.meta.glob('../../src/server/**/*-queries.ts')).map((load) => load()),
);
const { knownQueries } = await import('~/server/database/connection');
const { selectIdsWithin } = await import('~/server/leads/bulk/bulk-queries');
const { fromCells } = await import('~/server/leads/lead-list-queries');
const { selectAgendaTotal, selectCountedTotal, selectSummedTotal } = await import(
  '~/server/leads/list/lead-count-queries'
);
const {
  readIds,
  readLeads,
  selectByNextContact,
  selectByNotes,
  selectLeads,
  selectPageAmong,
  selectSorted,
  selectWalking,
} = await import('~/server/leads/list/lead-page-queries');
const { selectIdsAmong, selectLeadsAmong, selectMatchesTotal } = await import(
  '~/server/leads/search/search-queries'
);

const db = new Sqlite(':memory:');
migrate(db);

/** A list's statement is composed of what it is asked for. */
const CHOICES = [
  { estado: 'nuevo' },
  { pais: 'Chile' },
  { client_type: 'otros' },
  { contacto: 'pendiente' },
  { orden: 'antiguos' },
  { orden: 'mas_notas' },
  { orden: 'proximo_contacto' },
  { since: '2020-01-01T00:00:00.000Z' },
  {
    after: {
      created_at: '2020-01-01T00:00:00.000Z',
      id: 1,
      notes_count: 1,
      next_contact_on: '2020-01-01',
      next_contact_at: '',
      last_activity_at: '2020-01-01T00:00:00.000Z',
    },
  },
] as const;
/** Beside those, one of these. */
const FURTHER: LeadFilters[] = [
  {},
  { owner: 'somebody' },
  { owner: 'none' },
  { source: 'landing' },
  { plan: 'chat-ia' },
  { plan: 'none' },
  { agenda: 'vencidos' },
  { agenda: 'hoy', owner: 'somebody' },
  { idle: '30' },
  { lost_reason: 'precio' },
  { duplicados: 'si' },
  { duplicados: 'si', owner: 'somebody', idle: '30' },
  { reached: 'contactado', answered: '60m', hour: '2-21', open: 'yes', lost_reason: 'none' },
];
for (let chosen = 0; chosen < 2 ** CHOICES.length; chosen++) {
  const { since, after, ...filters } = Object.assign({}, ...CHOICES.filter((_, bit) => chosen & (1 << bit)));
  for (const further of FURTHER) {
    const choice = {
      filters: { ...filters, ...further },
      since,
      idle_since: further.idle && '2020-01-01',
      hours: further.hour && '[]',
    };
    const request = { ...choice, after, today: '2020-01-01', limit: 51 };
    if (!isListable(request.filters)) continue;
    selectLeads(request);
    selectIdsWithin(request, { from: 0, below: 1, limit: 1 });
    for (const read of [readLeads, readIds]) {
      selectSorted<unknown>(request, fromCells(request), read);
      if (request.filters.orden === 'proximo_contacto') selectByNextContact<unknown>(request, read);
      else if (request.filters.orden === 'mas_notas' && (since || further.idle))
        selectByNotes<unknown>(request, read);
      else selectWalking<unknown>(request, read);
    }
    selectLeadsAmong([1], request);
    selectIdsAmong([1], request);
    selectPageAmong([1], request);
    if (selectSummedTotal(request) === undefined) selectCountedTotal(request);
    if (further.idle) selectCountedTotal({ ...request, idle_since: undefined, active_since: '2020-01-01' });
    if (further.agenda) selectAgendaTotal(request);
    for (const runs of [[], ['123']])
      selectMatchesTotal(request, { words: ['a'], runs }, { from: 0, upTo: 1 });
  }
}

/** Read whole on purpose: what never holds more than a handful of rows, or is walked in an index's order up to a LIMIT. */
const ALLOWED = [
  /^SCAN lead_counters$/,
  /^SCAN one_time_tokens$/,
  /^SCAN api_tokens USING INDEX api_tokens_standing$/,
  /^SCAN message_templates$/,
  /^SCAN (webhooks|webhook_secrets)$/,
  /^SCAN invitations( USING INDEX invitations_by_sending)?$/,
  /^SCAN (notice_enquiries|notice_rounds)$/,
  // All of them are deleted, where the key of secrets was lost.
  /^SCAN push_subscriptions$/,
  /^SCAN (due|deliveries) USING (COVERING )?INDEX deliveries_due$/,
  /^SCAN profiles USING INDEX (profiles_staff|profiles_in_turn)$/,
  /^SCAN json_each /,
  /^SCAN imports USING (COVERING )?INDEX imports_(at_work|begun)$/,
  // The leads that were joined into one, and so on.
  /^SCAN own$/,
  // Of each person at most twenty.
  /^SCAN saved_views( USING INDEX saved_views_shared)?$/,
  /^SCAN leads USING (COVERING )?INDEX (leads_newest|leads_by_notes|leads_repeated)$/,
  /^SCAN enquiries USING (COVERING )?INDEX enquiries_set_aside$/,
  /^SCAN companies USING INDEX companies_newest$/,
  /^SCAN sqlite_sequence$/,
  // A look-up in a full-text index calls itself a scan; M names the MATCH that it serves.
  /^SCAN (lead_words|lead_phones|company_words) VIRTUAL TABLE INDEX \d+:M/,
];

/** A search sorts the few thousand matches at most that it was handed, and a rare list what few leads may be in it. */
const isOfFew = (sql: string) =>
  sql.includes('FROM json_each(+:ids)) CROSS JOIN leads') || sql.includes('SELECT leads.id AS match FROM');

/** The steps of every statement's plan. */
const plans = new Map([...knownQueries].map((sql) => [sql, planOf(sql)]));

test('every queries file is looked at', () => {
  expect(modules.length).toBeGreaterThanOrEqual(5);
  expect(knownQueries.size).toBeGreaterThan(2 * 2 ** CHOICES.length);
});

test('no statement reads a whole table or sorts', () => {
  const costly = [...plans].flatMap(([sql, plan]) =>
    plan
      .filter((detail) => /^SCAN (?!\(|CONSTANT)|TEMP B-TREE/.test(detail))
      .filter((detail) => !ALLOWED.some((rule) => rule.test(detail)))
      .filter((detail) => !(isOfFew(sql) && detail === 'USE TEMP B-TREE FOR ORDER BY'))
      .map((detail) => `${detail}: ${sql.replace(/\s+/g, ' ')}`),
  );
  expect(costly).toEqual([]);
});

/** For the operator's commands, which find what is stored about a person (db/person/traces.ts). */
const OF_COMMANDS = ['creations_by_entity'];

test('every index serves a statement', () => {
  const used = new Set([...plans.values()].flat().map((detail) => /INDEX (\w+)/.exec(detail)?.[1]));
  const indexes = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
    .pluck();
  expect(indexes.all().filter((name) => !used.has(String(name)))).toEqual(OF_COMMANDS);
});

/** The steps of a statement's plan. */
function planOf(sql: string): string[] {
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...bindings(sql));
  return (plan.all() as { detail: string }[]).map(({ detail }) => detail);
}

/** A value for every parameter: what they are does not change a plan without ANALYZE. */
function bindings(sql: string): unknown[] {
  const names = [...sql.matchAll(/[:@](\w+)/g)].map(([, name = '']) => name);
  if (names.length > 0) return [Object.fromEntries(names.map((name) => [name, 1]))];
  return [...sql.matchAll(/\?/g)].map(() => 1);
}
