import { query } from '~/server/database/connection';
import type { Lead } from '~/shared/leads/lead';
import type { SearchTerms } from '~/shared/leads/search';
import { describeList, type ListRequest } from '../lead-list-queries';
import { LEAD_COLUMNS } from '../lead-queries';

/**
 * What makes a number rare stands at its end. The run before it, a country's and a mobile's prefix, is in half of
 * all numbers, and reading all of those takes twenty times as long.
 */
const INDEXED_DIGITS = 8;

type Bound = { words: string; digits?: string; limit: number };

const WORDS = 'SELECT rowid FROM lead_words WHERE lead_words MATCH :words';
const WORDS_OR_PHONES = `SELECT rowid FROM lead_phones WHERE lead_phones MATCH :digits UNION ${WORDS}`;

// A full-text index hands out its matches by id as it finds them, without sorting; two are merged as they come.
const matchQueries = {
  newest: query<[Bound], { rowid: number }>(`${WORDS} ORDER BY rowid DESC LIMIT :limit`),
  oldest: query<[Bound], { rowid: number }>(`${WORDS} ORDER BY rowid LIMIT :limit`),
  newestWithPhones: query<[Bound], { rowid: number }>(`${WORDS_OR_PHONES} ORDER BY rowid DESC LIMIT :limit`),
  oldestWithPhones: query<[Bound], { rowid: number }>(`${WORDS_OR_PHONES} ORDER BY rowid LIMIT :limit`),
};

/**
 * The ids of the leads that hold the terms, deleted ones too, latest (or first) id first, at most `limit`. Of a number
 * longer than eight digits only these are compared, so that some that differ in the digits before may be among them.
 */
export function selectMatches(terms: SearchTerms, limit: number, oldestFirst: boolean): number[] {
  const words = terms.words.map((word) => `"${word}" *`).join(' AND ');
  const endings = new Set(terms.runs.map((run) => `"${run.slice(-INDEXED_DIGITS)}"`));
  const digits = [...endings].join(' OR ');
  const { newest, oldest, newestWithPhones, oldestWithPhones } = matchQueries;
  const [plain, withPhones] = oldestFirst ? [oldest, oldestWithPhones] : [newest, newestWithPhones];
  const rows = digits ? withPhones().all({ words, digits, limit }) : plain().all({ words, limit });
  return rows.map((row) => row.rowid);
}

/** Of these leads those that match the filters, in the list's order, at most `limit`. */
export function selectLeadsAmong(ids: number[], request: ListRequest): Lead[] {
  const { where, orderBy, values } = describeList(request);
  const select = query<[Record<string, unknown>], Lead>(
    `SELECT ${LEAD_COLUMNS} FROM (SELECT value AS match FROM json_each(:ids)) CROSS JOIN leads ON leads.id = match
     WHERE ${where} ORDER BY ${orderBy} LIMIT :limit`,
  );
  return select().all({ ...values, ids: JSON.stringify(ids) });
}

type Beyond = { created_at: string; beyond: number };

const strayQueries = {
  newest: query<[Beyond], { id: number }>(
    `SELECT id FROM leads INDEXED BY leads_newest
     WHERE deleted_at IS NULL AND created_at > :created_at AND id < :beyond LIMIT 1`,
  ),
  oldest: query<[Beyond], { id: number }>(
    `SELECT id FROM leads INDEXED BY leads_newest
     WHERE deleted_at IS NULL AND created_at < :created_at AND id > :beyond LIMIT 1`,
  ),
};

/** Whether a lead with an id past `beyond` comes before `lead` in the list: its date is out of step with its id. */
export function hasStray(lead: Lead, beyond: number, oldestFirst: boolean): boolean {
  const { newest, oldest } = strayQueries;
  return (oldestFirst ? oldest : newest)().get({ created_at: lead.created_at, beyond }) !== undefined;
}
