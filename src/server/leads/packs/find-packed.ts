import { orderOf } from '~/shared/leads/order';
import { isOfPacks, type LeadChoice, type ListRequest } from '../lead-list-queries';
import { storePacksSoon } from './keep-packs';
import { arrivalOf, makeTest } from './match-packed';
import { Names } from './names';
import { reader, WORDS } from './packing';
import { readPacks } from './read-packs';

/** So many are sorted by another column. Of more, a walk in the list's order meets a page soon. */
const FEW = 5000;

const readPlace = reader('place');

/** Whether a list is found among the packed leads: they know all that it asks for, and nothing else knows it. */
export function isPackable({ filters, idle_since }: LeadChoice): boolean {
  return isOfPacks(filters) && !idle_since && !filters.agenda && !filters.duplicados && !filters.q;
}

type Found = { id: number; came: number };

/**
 * How many leads match, and the ids of the page's, or of all where the order goes by another column than arrival; without
 * ids where those are too many.
 */
export async function findPacked(
  { after, limit, ...choice }: ListRequest,
  signal?: AbortSignal,
): Promise<{ ids: number[] | undefined; total: number }> {
  const { columns, ascending } = orderOf(choice.filters);
  const isByArrival = columns[0] === 'created_at';
  const names = new Names();
  const matches = makeTest(choice, names);
  const first = makeFirst(limit, ascending, after);
  const ids: number[] = [];
  let total = 0;
  // The list's own way, so that after the first page nothing else is kept.
  const isBackwards = isByArrival && !ascending;
  const made = await readPacks({ ...choice, signal, isBackwards }, names, ({ words, firstId }) => {
    for (let at = 0; at < words.length; at += WORDS) {
      if (!matches(words, at)) continue;
      total++;
      if (limit === 0) continue;
      const id = firstId + readPlace(words, at);
      if (isByArrival) first.add(id, arrivalOf(words, at));
      else if (ids.length <= FEW) ids.push(id);
    }
  });
  storePacksSoon(made);
  if (isByArrival) return { ids: first.ids(), total };
  return { ids: ids.length <= FEW ? ids : undefined, total };
}

/** Keeps the first leads after a place, by their arrival. */
function makeFirst(limit: number, ascending: boolean, after: ListRequest['after']) {
  const sign = ascending ? 1 : -1;
  const compare = (a: Found, b: Found) => sign * (a.came - b.came || a.id - b.id);
  /** The same without an object for each lead. */
  const isAfter = (id: number, came: number, other: Found) => sign * (came - other.came || id - other.id) > 0;
  const place = after && { id: after.id, came: Date.parse(after.created_at) };
  let kept: Found[] = [];
  let last: Found | undefined;
  function cut(): void {
    kept = kept.sort(compare).slice(0, limit);
    last = kept[limit - 1];
  }
  return {
    add(id: number, came: number): void {
      if ((last && isAfter(id, came, last)) || (place && !isAfter(id, came, place))) return;
      kept.push({ id, came });
      if (kept.length >= 4 * limit) cut();
    },
    ids(): number[] {
      cut();
      return kept.map(({ id }) => id);
    },
  };
}
