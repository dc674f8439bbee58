import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import type { Lead } from '~/shared/leads/lead';
import { foldedWords } from '~/shared/leads/search';
import { LEAD_COLUMNS, leadQuery } from '../lead-queries';
import { bindValues, buildWhere, isUnfiltered, type ResolvedFilters } from '../list/filters';
import { buildPage, type ListRequest, readIds, readTotal } from '../list/list-queries';
import { phoneKeyPrefix, type SearchTerms, spellingsNear, withoutTrunk } from './terms';

const CALLING_CODES = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))];

/** Everything `makeFuzzyPattern` accepts, as an FTS5 expression. */
function describeSimilar(word: string): string {
  const { beginnings, whole } = spellingsNear(word);
  return [...beginnings.map((text) => `"${text}" *`), ...whole.map((text) => `"${text}"`)].join(' OR ');
}

/** Matches the end of a number, stored reversed, or its beginning. */
const PHONES = `SELECT leads.id AS match FROM json_each(:ends) CROSS JOIN leads INDEXED BY leads_by_phone_backwards
    ON phone_backwards >= value AND phone_backwards < value || '~' WHERE phone_backwards IS NOT NULL
  UNION SELECT leads.id FROM json_each(:begins) CROSS JOIN leads INDEXED BY leads_by_phone_key
    ON phone_key >= value AND phone_key < value || '~' WHERE phone_key IS NOT NULL`;

const WORDS = 'SELECT rowid AS match FROM lead_words WHERE lead_words MATCH :words';
/** Likewise, of leads with messages only by their own texts: the index holds their notes and messages in one column. */
const OWN_WORDS = `${WORDS} AND (
    NOT EXISTS (SELECT 1 FROM messages INDEXED BY messages_by_lead WHERE messages.lead_id = lead_words.rowid)
    OR rowid IN (SELECT rowid FROM lead_words WHERE lead_words MATCH '{nombre email empresa mensaje} : (' || :words || ')')
  )`;

/** SQL for the leads whose words or number match. */
function matching({ runs, hides_messages }: SearchTerms): string {
  const words = hides_messages ? OWN_WORDS : WORDS;
  return runs.length > 0 ? `SELECT match FROM (${PHONES} UNION ${words})` : words;
}

function describeTerms(terms: SearchTerms): { words: string; ends: string; begins: string } {
  const { words, runs } = terms;
  const similar = foldedWords(terms.similar_to ?? '');
  const ends = runs.map((run) => [...run].reverse().join(''));
  const begins = new Set(
    runs.flatMap((run) => [run, ...CALLING_CODES.map((code) => code + withoutTrunk(run))]).map(phoneKeyPrefix),
  );
  const describe = (word: string) => (similar.includes(word) ? `(${describeSimilar(word)})` : `"${word}" *`);
  return { words: words.map(describe).join(' AND '), ends: JSON.stringify(ends), begins: JSON.stringify([...begins]) };
}

/** Whether any live lead matches the terms. */
export function selectIsFound(terms: SearchTerms): boolean {
  const sql = `SELECT EXISTS (SELECT 1 FROM (${matching(terms)}) CROSS JOIN leads ON leads.id = match
       WHERE deleted_at IS NULL)`;
  return readTotal(sql, describeTerms(terms)) === 1;
}

const AMONG = '(SELECT value AS match FROM json_each(:ids)) CROSS JOIN leads ON leads.id = match';

export function selectTotalAmong(ids: number[], resolved: ResolvedFilters): number {
  return readTotal(`SELECT count(*) FROM ${AMONG} WHERE ${buildWhere(resolved)}`, {
    ...bindValues(resolved),
    ids: JSON.stringify(ids),
  });
}

/** Of these leads those that match the filters, in the list's order, at most `limit`. */
export function selectLeadsAmong(ids: number[], request: ListRequest): Lead[] {
  const { where, orderBy, values } = buildPage(request);
  const select = leadQuery<Record<string, unknown>>(
    `SELECT ${LEAD_COLUMNS}
     FROM (SELECT leads.id AS page FROM ${AMONG} WHERE ${where} ORDER BY ${orderBy} LIMIT :limit)
     CROSS JOIN leads ON leads.id = page ORDER BY ${orderBy}`,
  );
  return select().all({ ...values, ids: JSON.stringify(ids) });
}

/** Ids of matching leads below an id, also deleted ones, highest first, at most `limit`. */
export function selectMatches(terms: SearchTerms, limit: number, below = Number.MAX_SAFE_INTEGER): number[] {
  const rest =
    terms.runs.length > 0
      ? 'WHERE match < :below ORDER BY match DESC LIMIT :limit'
      : 'AND rowid < :below ORDER BY rowid DESC LIMIT :limit';
  return readIds(`${matching(terms)} ${rest}`, { ...describeTerms(terms), below, limit });
}

export function selectMatchesTotal(resolved: ResolvedFilters, terms: SearchTerms): number {
  return readTotal(
    isUnfiltered(resolved)
      ? // The few deleted leads are read once; reading each match would take five times as long.
        `SELECT count(*) FROM (${matching(terms)})
         WHERE match NOT IN (SELECT id FROM leads INDEXED BY leads_deleted WHERE deleted_at IS NOT NULL)`
      : // One reading of leads_scan, instead of one look-up for each match.
        `SELECT count(*) FROM leads INDEXED BY leads_scan
         WHERE ${buildWhere(resolved)} AND id IN (${matching(terms)})`,
    { ...bindValues(resolved), ...describeTerms(terms) },
  );
}

/** Ids of matching leads in the list's order, at most `limit`. */
export function selectMatchingIds(request: ListRequest, terms: SearchTerms): number[] {
  const { where, orderBy, values } = buildPage(request);
  return readIds(
    `SELECT id FROM leads INDEXED BY leads_scan WHERE ${where} AND id IN (${matching(terms)})
     ORDER BY ${orderBy} LIMIT :limit`,
    { ...values, ...describeTerms(terms) },
  );
}
