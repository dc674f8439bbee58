import { orderOf, placeOf } from '~/shared/leads/order';
import type { SearchTerms } from '~/shared/leads/search';
import { inTurn } from '../../database/turns';
import type { LeadChoice, ListRequest } from '../lead-list-queries';
import { mostSorted, selectIds } from '../list/lead-page-queries';
import { findMatchesBelow, keepMatching } from '../search/search';
import { areIndexed, selectIdsAmong, selectLeadsAmong } from '../search/search-queries';
import { readSearch } from '../search/search-terms';

/** So many ids are read at first, and then so many that it takes about this time. */
const FIRST_SLICE = 200;
const LEAST_A_SLICE = 50;
const SLICE_MS = 5;
/** Of a search: to look for a common word takes up to 20 ms, for however many leads. */
const MATCHES_A_SLICE = 5000;
/** A longer number may be somebody else's: those leads are read and compared. */
const COMPARED_A_SLICE = 100;
/** So many leads that a search found are sorted at once. Of more, the whole list is walked in its order. */
const MOST_SORTED = 5000;

/** Calls `take` with the next ids, in the list's order. */
type Take = (ids: number[]) => void;

/**
 * The ids of all leads that match, in the list's order, each of them once. In slices, between which requests are answered;
 * it stops where `signal` says that nobody waits any more.
 */
export async function collectIds(choice: LeadChoice, signal: AbortSignal): Promise<number[]> {
  const { filters } = choice;
  const ids: number[] = [];
  // A lead that is changed meanwhile may move in the list, and must not be met again.
  const met = orderOf(filters).columns[0] === 'created_at' ? undefined : new Set<number>();
  const take: Take = (some) => {
    for (const id of some) {
      if (met?.has(id)) continue;
      met?.add(id);
      ids.push(id);
    }
  };
  const terms = filters.q === undefined ? undefined : readSearch(filters.q);
  if (terms) await collectFound(choice, terms, take, signal);
  else if (terms === undefined) await walk(choice, take, signal);
  return ids;
}

async function walk(choice: LeadChoice, take: Take, signal: AbortSignal): Promise<void> {
  const sorted = await inTurn(() => mostSorted(choice));
  let limit = sorted === undefined ? FIRST_SLICE : sorted + 1;
  let after: ListRequest['after'];
  for (let isOver = false; !isOver && !signal.aborted; ) {
    isOver = await inTurn(() => {
      const startedAt = performance.now();
      const ids = selectIds({ ...choice, after, limit });
      take(ids);
      const [last] = selectLeadsAmong(ids.slice(-1), { ...choice, after: undefined, limit: 1 });
      if (!last || ids.length < limit) return true;
      after = placeOf(last);
      const fitting = Math.round((limit * SLICE_MS) / (performance.now() - startedAt));
      if (sorted === undefined) limit = Math.max(LEAST_A_SLICE, Math.min(fitting, 2 * limit));
      return false;
    });
  }
}

async function collectFound(
  choice: LeadChoice,
  terms: SearchTerms,
  take: Take,
  signal: AbortSignal,
): Promise<void> {
  const found = await findAll(choice, terms, signal);
  if (found.size > MOST_SORTED) {
    await walk(choice, (ids) => take(ids.filter((id) => found.has(id))), signal);
    return;
  }
  const request = { ...choice, after: undefined, limit: found.size };
  await inTurn(() => take(selectIdsAmong([...found], request)));
}

async function findAll(choice: LeadChoice, terms: SearchTerms, signal: AbortSignal): Promise<Set<number>> {
  const found = new Set<number>();
  const isExact = areIndexed(terms);
  const limit = isExact ? MATCHES_A_SLICE : COMPARED_A_SLICE;
  let below = Number.MAX_SAFE_INTEGER;
  for (let isOver = false; !isOver && !signal.aborted; ) {
    isOver = await inTurn(() => {
      const ids = findMatchesBelow(terms, below, limit);
      for (const id of isExact ? ids : keepMatching(ids, choice, terms)) found.add(id);
      below = ids.at(-1) ?? 0;
      return ids.length < limit;
    });
  }
  return found;
}
