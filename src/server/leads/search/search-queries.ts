import { query } from '~/server/database/connection';
import type { Lead } from '~/shared/leads/lead';
import type { SearchTerms } from '~/shared/leads/search';
import {
  describeChoice,
  describeList,
  isUnfiltered,
  type LeadChoice,
  type ListRequest,
  valuesOf,
} from '../lead-list-queries';
import { LEAD_COLUMNS, leadQuery } from '../lead-queries';

/**
 * Only the last digits of a number are looked up, because they are rare. The prefixes of a country and of mobiles are
 * in half of all numbers, and reading those would take twenty times as long.
 */
const INDEXED_DIGITS = 8;

type Bound = { words: string; digits?: string; limit: number };

const WORDS = 'SELECT rowid FROM lead_words WHERE lead_words MATCH :words';
const WORDS_OR_PHONES = `SELECT rowid FROM lead_phones WHERE lead_phones MATCH :digits UNION ${WORDS}`;

// A full-text index returns its matches sorted by id, so nothing is sorted; UNION merges two of them.
const matchQueries = {
  newest: query<[Bound], { rowid: number }>(`${WORDS} ORDER BY rowid DESC LIMIT :limit`),
  oldest: query<[Bound], { rowid: number }>(`${WORDS} ORDER BY rowid LIMIT :limit`),
  newestWithPhones: query<[Bound], { rowid: number }>(`${WORDS_OR_PHONES} ORDER BY rowid DESC LIMIT :limit`),
  oldestWithPhones: query<[Bound], { rowid: number }>(`${WORDS_OR_PHONES} ORDER BY rowid LIMIT :limit`),
};

/**
 * The ids of the leads that match the terms, also deleted ones, by id (newest or oldest first), at most `limit`. Of a
 * longer number only the last eight digits are compared, so some results may differ in the digits before.
 */
export function selectMatches(terms: SearchTerms, limit: number, oldestFirst: boolean): number[] {
  const { words, digits } = describeTerms(terms);
  const { newest, oldest, newestWithPhones, oldestWithPhones } = matchQueries;
  const [plain, withPhones] = oldestFirst ? [oldest, oldestWithPhones] : [newest, newestWithPhones];
  const rows = digits ? withPhones().all({ words, digits, limit }) : plain().all({ words, limit });
  return rows.map((row) => row.rowid);
}

const BELOW = 'AND rowid < :below';
const belowQueries = {
  plain: query<[Bound & { below: number }], { rowid: number }>(
    `${WORDS} ${BELOW} ORDER BY rowid DESC LIMIT :limit`,
  ),
  withPhones: query<[Bound & { below: number }], { rowid: number }>(
    `SELECT rowid FROM lead_phones WHERE lead_phones MATCH :digits ${BELOW} UNION ${WORDS} ${BELOW}
     ORDER BY rowid DESC LIMIT :limit`,
  ),
};

/** The same below an id, highest first. */
export function selectMatchesBelow(terms: SearchTerms, below: number, limit: number): number[] {
  const { words, digits } = describeTerms(terms);
  const rows = digits
    ? belowQueries.withPhones().all({ words, digits, below, limit })
    : belowQueries.plain().all({ words, below, limit });
  return rows.map((row) => row.rowid);
}

function describeTerms({ words, runs }: SearchTerms) {
  const endings = new Set(runs.map((run) => `"${run.slice(-INDEXED_DIGITS)}"`));
  return {
    words: words.map((word) => `"${word}" *`).join(' AND '),
    digits: [...endings].join(' OR '),
  };
}

/** Whether the indexes alone can tell who holds the terms. */
export function areIndexed({ runs }: SearchTerms): boolean {
  return runs.every((run) => run.length <= INDEXED_DIGITS);
}

/** Ids of leads: above `from`, up to `upTo`. */
type IdRange = { from: number; upTo: number };

/** How many leads of an id range match the filters and, as far as the indexes know, hold the terms. */
export function selectMatchesTotal(choice: LeadChoice, terms: SearchTerms, range: IdRange): number {
  const within = 'AND rowid > :from AND rowid <= :upTo';
  const { words, digits } = describeTerms(terms);
  const matches = digits
    ? `SELECT rowid AS match FROM lead_phones WHERE lead_phones MATCH :digits ${within}
       UNION SELECT rowid FROM lead_words WHERE lead_words MATCH :words ${within}`
    : `SELECT rowid AS match FROM lead_words WHERE lead_words MATCH :words ${within}`;
  const select = query<[Record<string, unknown>], { total: number }>(
    isUnfiltered(choice)
      ? // The few deleted leads are read once; reading each match would take five times as long.
        `SELECT count(*) AS total FROM (${matches})
         WHERE match NOT IN (SELECT id FROM leads WHERE deleted_at IS NOT NULL)`
      : `SELECT count(*) AS total FROM (${matches}) CROSS JOIN leads ON leads.id = match WHERE ${describeChoice(choice)}`,
  );
  return select().get({ ...valuesOf(choice), words, digits, ...range })?.total ?? 0;
}

export const selectHighestId = query<[], { id: number }>('SELECT coalesce(max(id), 0) AS id FROM leads');

const AMONG = '(SELECT value AS match FROM json_each(:ids)) CROSS JOIN leads ON leads.id = match';

/** How many of these leads match the filters. */
export function selectTotalAmong(ids: number[], choice: LeadChoice): number {
  const select = query<[Record<string, unknown>], { total: number }>(
    `SELECT count(*) AS total FROM ${AMONG} WHERE ${describeChoice(choice)}`,
  );
  return select().get({ ...valuesOf(choice), ids: JSON.stringify(ids) })?.total ?? 0;
}

/** Of these leads those that match the filters, in the list's order, at most `limit`. */
export function selectLeadsAmong(ids: number[], request: ListRequest): Lead[] {
  const { where, orderBy, values } = describeList(request);
  const select = leadQuery<Record<string, unknown>>(
    `SELECT ${LEAD_COLUMNS} FROM ${AMONG} WHERE ${where} ORDER BY ${orderBy} LIMIT :limit`,
  );
  return select().all({ ...values, ids: JSON.stringify(ids) });
}

/** The ids of those, which takes a tenth of the time. */
export function selectIdsAmong(ids: number[], request: ListRequest): number[] {
  const { where, orderBy, values } = describeList(request);
  const select = query<[Record<string, unknown>], { id: number }>(
    `SELECT leads.id FROM ${AMONG} WHERE ${where} ORDER BY ${orderBy} LIMIT :limit`,
  );
  const found = select().all({ ...values, ids: JSON.stringify(ids) });
  return found.map(({ id }) => id);
}

/** What the notes of these leads say, and the leads that were joined into them; not what somebody has deleted. */
export const selectTextsOfNotes = query<[{ ids: string }], { lead_id: number; body: string }>(
  `SELECT lead_id, body FROM json_each(:ids) CROSS JOIN lead_notes ON lead_id = json_each.value
   WHERE is_deleted = 0
   UNION ALL
   SELECT joined_into, concat_ws(' ', nombre, email, whatsapp_digits, empresa, mensaje, before ->> '$.fields.nombre',
     before ->> '$.fields.email', before ->> '$.fields.whatsapp', before ->> '$.fields.empresa',
     before ->> '$.fields.mensaje')
   FROM json_each(:ids) CROSS JOIN leads INDEXED BY leads_joined ON joined_into = json_each.value
     CROSS JOIN lead_joins ON lead_joins.lead_id = leads.id
   WHERE joined_into IS NOT NULL`,
);

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

/**
 * Whether some lead with an id beyond `beyond` comes before `lead` in the list, because its date does not fit its id.
 */
export function hasStray(lead: Lead, beyond: number, oldestFirst: boolean): boolean {
  const { newest, oldest } = strayQueries;
  return (oldestFirst ? oldest : newest)().get({ created_at: lead.created_at, beyond }) !== undefined;
}
