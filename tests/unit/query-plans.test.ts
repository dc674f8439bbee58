import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import type { LeadCursor } from '~/server/leads/list/filters';
import { FILTER_NAMES, filterOf, hasValidOrder, type LeadFilters } from '~/shared/leads/filters';
import { migrate } from '../../db/migrate';
import { provideOwnDatabase } from '../support/own-database';

provideOwnDatabase();

// Fresh modules, so that statements composed by other files do not count.
vi.resetModules();
const texts = import.meta.glob<string>('../../src/server/**/*.ts', { query: '?raw', import: 'default', eager: true });

const modules = await Promise.all(
  Object.entries(import.meta.glob('../../src/server/**/*.ts'))
    .filter(([path]) => /\b(query|leadQuery|deleteBatch)</.test(texts[path] ?? ''))
    .map(([, load]) => load()),
);

const { knownQueries } = await import('~/server/database/connection');

const { selectIds, selectIdsWithin, selectLeads, selectTotal } = await import('~/server/leads/list/list-queries');

const { selectLeadsAmong, selectMatches, selectMatchesTotal, selectMatchingIds, selectTotalAmong } = await import(
  '~/server/leads/search/search-queries'
);

const db = new Sqlite(':memory:');
migrate(db);

/** Which index each list and total reads. */
const LISTS: [LeadFilters, list: string | null, total: string | string[] | null][] = [
  [{}, 'leads_scan', null],
  [{ orden: 'antiguos' }, 'leads_scan', null],
  [{ from: '2026-01-01', to: '2026-02-01' }, 'leads_scan', 'leads_scan'],
  [{ estado: 'nuevo' }, 'leads_by_estado', null],
  [{ pais: 'Chile' }, 'leads_scan', null],
  [{ estado: 'nuevo', pais: 'none', client_type: 'otros', contacto: 'pendiente' }, 'leads_scan', null],
  [{ contacto: 'respuesta' }, 'leads_awaiting_reply', 'leads_awaiting_reply'],
  [{ contacto: 'respuesta', owner: 'somebody' }, 'leads_awaiting_reply', 'leads_awaiting_reply'],
  [{ contacto: 'respuesta', orden: 'mas_notas' }, 'leads_awaiting_reply', 'leads_awaiting_reply'],
  [{ contacto: 'respuesta', estado: 'nuevo' }, 'leads_awaiting_reply', 'leads_awaiting_reply'],
  [{ duplicados: 'si' }, 'leads_scan', null],
  [{ duplicados: 'si', contacto: 'pendiente' }, 'leads_scan', 'leads_scan'],
  [{ owner: 'somebody' }, 'leads_by_owner', null],
  [{ owner: 'none', estado: 'nuevo' }, 'leads_scan', null],
  [{ owner: 'somebody', pais: 'Chile' }, 'leads_scan', 'leads_scan'],
  [{ source: 'landing' }, 'leads_scan', 'leads_scan'],
  [{ plan: 'none' }, 'leads_scan', 'leads_scan'],
  [{ lost_reason: 'precio' }, 'leads_scan', 'leads_scan'],
  [{ lost_reason: 'none', open: 'yes' }, 'leads_scan', 'leads_scan'],
  [{ answered: '60m', source: 'landing' }, 'leads_scan', 'leads_scan'],
  [{ imported: 'yes' }, 'leads_scan', 'leads_scan'],
  [{ imported: 'no', from: '2026-01-01', owner: 'somebody' }, 'leads_scan', 'leads_scan'],
  [{ won_from: '2026-01-01', won_to: '2026-02-01' }, 'leads_won', 'leads_won'],
  [{ won_to: '2026-02-01', estado: 'ganado' }, 'leads_won', 'leads_won'],
  [{ won_from: '2026-01-01', orden: 'mas_notas' }, 'leads_won', 'leads_won'],
  [{ won_from: '2026-01-01', owner: 'somebody', imported: 'no' }, 'leads_won', 'leads_won'],
  [{ agenda: 'vencidos' }, 'leads_by_next_contact', 'leads_by_next_contact'],
  [{ agenda: 'hoy', owner: 'somebody' }, 'leads_by_next_contact', 'leads_by_next_contact'],
  [{ agenda: 'proximos', pais: 'Chile' }, 'leads_scan', 'leads_scan'],
  [{ agenda: 'dia', owner: 'somebody' }, 'leads_by_own_day', 'leads_by_own_day'],
  [{ agenda: 'dia', owner: 'none' }, 'leads_by_next_contact', ['leads_by_next_contact', 'leads_scan']],
  [{ agenda: 'dia' }, 'leads_by_next_contact', ['leads_by_next_contact', 'leads_scan']],
  [{ agenda: 'dia', pais: 'Chile' }, 'leads_scan', 'leads_scan'],
  [{ orden: 'proximo_contacto' }, 'leads_by_next_contact', null],
  [{ orden: 'proximo_contacto', estado: 'nuevo' }, 'leads_scan', null],
  [{ orden: 'mas_notas' }, 'leads_by_notes', null],
  [{ orden: 'menos_notas', pais: 'Chile' }, 'leads_scan', null],
  [{ orden: 'con_actividad' }, 'leads_by_activity', null],
  [{ orden: 'sin_actividad', idle: '30' }, 'leads_by_activity', 'leads_by_activity'],
  [{ orden: 'sin_actividad', estado: 'nuevo' }, 'leads_scan', null],
  [{ idle: '30' }, 'leads_scan', 'leads_by_activity'],
];

const AT = '2020-01-01T00:00:00.000Z';

const AFTER: LeadCursor = {
  created_at: AT,
  id: 1,
  notes_count: 1,
  next_contact_on: '2020-01-01',
  next_contact_at: '',
  last_activity_at: AT,
};

/** The statements composed by some work. */
function composed(work: () => unknown): string[] {
  knownQueries.clear();
  work();
  return [...knownQueries];
}

const fixed = [...knownQueries];

const ofLists = LISTS.map(([filters, list, total]) => {
  const resolved = { filters, now: Date.parse(AT) };
  const request = { ...resolved, after: undefined, limit: 51 };
  const terms = { words: ['a'], runs: [] };
  const searches = [terms, { ...terms, runs: ['123'] }].flatMap((one) => [one, { ...one, hides_messages: true }]);
  return {
    filters,
    expected: { list, total },
    list: composed(() => [selectLeads(request), selectLeads({ ...request, after: AFTER }), selectIds(request)]),
    total: composed(() => selectTotal(resolved)),
    others: composed(() =>
      searches.map((searched) => [
        selectIdsWithin(resolved, { least: 0, below: 1, limit: 1 }),
        selectLeadsAmong([1], request),
        selectTotalAmong([1], request),
        selectMatchingIds(request, searched),
        selectMatchesTotal(resolved, searched),
        selectMatches(searched, 1),
      ]),
    ),
  };
});

const statements = [...fixed, ...ofLists.flatMap(({ list, total, others }) => [...list, ...total, ...others])];

/** Full scans on purpose: tables of a handful of rows, or an index walked in order up to a LIMIT. */
const ALLOWED = [
  /^SCAN (lead_counters|owner_counters)$/,
  /^SCAN one_time_tokens$/,
  /^SCAN api_tokens USING INDEX api_tokens_standing$/,
  /^SCAN message_templates$/,
  // One row, and one for each of the staff.
  /^SCAN (whatsapp_connection|calendar_feeds)$/,
  // At a start: who has an account.
  /^SCAN (profiles|sessions USING COVERING INDEX sessions_by_user)$/,
  /^SCAN (webhooks|webhook_secrets)$/,
  /^SCAN invitations( USING INDEX invitations_by_sending)?$/,
  /^SCAN (notice_enquiries|notice_rounds)$/,
  // Deletes all, after the loss of the secrets' key.
  /^SCAN push_subscriptions$/,
  /^SCAN (due|deliveries) USING (COVERING )?INDEX deliveries_due$/,
  /^SCAN profiles USING INDEX (profiles_staff|profiles_in_turn)$/,
  /^SCAN json_each /,
  /^SCAN pragma_data_version /,
  /^SCAN imports USING (COVERING )?INDEX imports_(at_work|begun)$/,
  // The leads joined into one, transitively.
  /^SCAN own$/,
  // At most twenty per person.
  // Empty but for moments: webhooks are processed as they come.
  /^SCAN whatsapp_received$/,
  // Numbers that somebody silenced by hand.
  /^SCAN silenced_numbers$/,
  // Of a week, and only those that are of no lead.
  /^SCAN messages USING (COVERING )?INDEX messages_without_lead$/,
  /^SCAN saved_views( USING INDEX saved_views_shared)?$/,
  /^SCAN leads USING (COVERING )?INDEX (leads_scan|leads_by_notes|leads_by_activity|leads_in_play)$/,
  /^SCAN enquiries USING (COVERING )?INDEX enquiries_set_aside$/,
  /^SCAN companies USING INDEX companies_newest$/,
  /^SCAN sqlite_sequence$/,
  // Ours to numbers without a lead, of a week.
  /^SCAN messages USING INDEX messages_without_lead$/,
  // Backwards, down to the moment a program asks from.
  /^SCAN lead_removals$/,
  // Full-text lookups report themselves as scans; M names the MATCH they serve.
  /^SCAN (lead_words|company_words) VIRTUAL TABLE INDEX \d+:M/,
];

/**
 * Sorts allowed: a search its matches, an export the leads, a list in another order the ids found in leads_scan, a few
 * totals their subject, a lead's last value its own events, and a conversation's page the messages of one moment.
 */
const sorts = (sql: string) =>
  /JOIN leads ON leads.id = (match|page|listed)/.test(sql) ||
  sql.includes('INDEXED BY leads_scan') ||
  sql.includes('json_each(+:phones)') ||
  sql.startsWith('SELECT to_value FROM lead_events WHERE lead_id') ||
  /FROM messages\s+WHERE lead_id = \S+ AND \(at, id\) < .* ORDER BY at DESC, id DESC LIMIT/s.test(sql) ||
  /GROUP BY (1|owner|actor|owner, outcome)$/.test(sql);

test('every file with statements is looked at', () => {
  expect(modules.length).toBeGreaterThanOrEqual(5);
  expect(fixed.length).toBeGreaterThan(200);
});

test('each list and each total reads the index that is meant for it', () => {
  const named = (sqls: string[]) => [
    ...new Set(sqls.map((sql) => / FROM leads INDEXED BY (\w+)/.exec(sql)?.[1] ?? null)),
  ];
  for (const { filters, expected, list, total } of ofLists) {
    // A list by next contact walks leads with a date, then those without in another index.
    expect.soft([filters, named(list)[0], named(total)]).toEqual([filters, expected.list, [expected.total].flat()]);
    expect.soft([filters, total, total.every(isCovered) || expected.total === null]).toEqual([filters, total, true]);
  }
});

/** Wins of a period are few, and so are those who await an answer: reading their rows is fine. */
const isCovered = (sql: string) =>
  planOf(sql).every((step) => !step.includes('leads') || /COVERING|leads_won|leads_awaiting_reply/.test(step));

test('each filter is counted by an index that covers it, whatever its value', () => {
  const samples = { day: '2026-01-01', days: '30', person: 'somebody', plan: 'none', text: 'feria' };
  // `via` is generated: it is read from the index, and no plan says so.
  for (const name of FILTER_NAMES.filter((one) => one !== 'via')) {
    const filter = filterOf(name);
    const values = 'values' in filter ? filter.values : [samples[filter.kind as keyof typeof samples]];
    for (const value of values) {
      // Besides another one, so that no summary tells it.
      const filters = { imported: 'no', [name]: value } as LeadFilters;
      const sqls = composed(() => selectTotal({ filters, now: Date.parse(AT) }));
      expect.soft([filters, sqls.length > 0 && sqls.every(isCovered)]).toEqual([filters, true]);
    }
  }
});

test('no statement reads a whole table or sorts', () => {
  const costly = statements.flatMap((sql) =>
    planOf(sql)
      // Scanning a co-routine reads what it yields.
      .filter((detail, _, plan) => !plan.includes(detail.replace('SCAN', 'CO-ROUTINE')))
      .filter((detail) => /^SCAN (?!\(|CONSTANT)|TEMP B-TREE/.test(detail))
      .filter((detail) => !ALLOWED.some((rule) => rule.test(detail)))
      .filter((detail) => !(sorts(sql) && /TEMP B-TREE/.test(detail)))
      .map((detail) => `${detail}: ${sql.replace(/\s+/g, ' ')}`),
  );
  expect(costly).toEqual([]);
});

/** For the operator's commands that find a person's data (db/person/traces.ts). */
const OF_COMMANDS = ['creations_by_entity'];

test('every index serves a statement', () => {
  const used = new Set(statements.flatMap(planOf).map((detail) => /INDEX (\w+)/.exec(detail)?.[1]));
  const indexes = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
    .pluck();
  expect(indexes.all().filter((name) => !used.has(String(name)))).toEqual(OF_COMMANDS);
});

/** The steps of a statement's query plan. */
function planOf(sql: string): string[] {
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...bindings(sql));
  return (plan.all() as { detail: string }[]).map(({ detail }) => detail);
}

/** A value for every parameter: without ANALYZE values do not influence the plan. */
function bindings(sql: string): unknown[] {
  const names = [...sql.matchAll(/[:@](\w+)/g)].map(([, name = '']) => name);
  if (names.length > 0) return [Object.fromEntries(names.map((name) => [name, 1]))];
  return [...sql.matchAll(/\?/g)].map(() => 1);
}

test('lists that cannot be are not asked for', () => {
  expect(LISTS.every(([filters]) => hasValidOrder(filters))).toBe(true);
});
