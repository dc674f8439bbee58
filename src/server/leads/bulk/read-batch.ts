import type { LeadFilters } from '~/shared/leads/filters';
import type { ResolvedFilters } from '../list/filters';
import { selectIdsWithin } from '../list/list-queries';
import { filterMatching, readSearch } from '../search/search';
import { selectMatches } from '../search/search-queries';
import type { BulkAct } from './acts';

/** A lead takes some 0.3 ms: index entries, event and outbox message. */
const LEADS_PER_BATCH = 5;
/** Some 2 ms of reading when no lead matches the filters. */
const IDS_PER_SCAN = 2000;
/** A search for a common word takes 20 ms, however many leads are read. */
const MATCHES_PER_SEARCH = 250;

/** The next leads of an act, and its position after them. */
type Batch = { ids: number[]; position: number; isLast: boolean };
export type Target = { ids: number[] } | { filters: LeadFilters; hidesMessages: boolean };

/**
 * Returns a reader of an act's next leads. Filtered leads come highest id first: newcomers get higher ids, and no
 * change moves a lead in that order. Filters mean what they did at the act's start, even after midnight.
 */
export function makeReader(target: Target): (act: BulkAct) => Batch {
  if ('ids' in target) {
    return ({ position }) => {
      const ids = target.ids.slice(position, position + LEADS_PER_BATCH);
      const next = position + ids.length;
      return { ids, position: next, isLast: next === target.ids.length };
    };
  }
  const { orden, ...filters } = target.filters;
  const choose = ({ created_at }: BulkAct) => ({ filters, now: Date.parse(created_at) });
  if (!filters.q) return (act) => readRange(act, choose(act));

  const terms = readSearch(filters.q, target.hidesMessages);
  let matches: number[] = [];
  return (act) => {
    matches = matches.filter((id) => id < act.position);
    if (matches.length === 0 && terms) matches = selectMatches(terms, MATCHES_PER_SEARCH, act.position);
    const some = matches.slice(0, LEADS_PER_BATCH);
    const position = some.at(-1);
    if (!terms || position === undefined) return { ids: [], position: 0, isLast: true };
    return { ids: filterMatching(some, choose(act)), position, isLast: false };
  };
}

function readRange({ position }: BulkAct, resolved: ResolvedFilters): Batch {
  const least = Math.max(0, position - IDS_PER_SCAN);
  const found = selectIdsWithin(resolved, { least, below: position, limit: LEADS_PER_BATCH });
  const next = found.length === LEADS_PER_BATCH ? (found.at(-1) ?? least) : least;
  return { ids: found, position: next, isLast: next === 0 };
}
