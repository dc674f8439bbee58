import { mergeStepwise } from '../../../../db/search-index';
import { getDb } from '../../database/connection';
import { workInSlices } from '../../database/slices';
import { selectMergeDue } from './search-queries';

/** Some 3 ms of merging. */
const PAGES_PER_STEP = 10;
/** A merge rewrites the whole index. Removed words may stay for hours, but not for a second day. */
const MIN_INTERVAL_MS = 20 * 60 * 60 * 1000;

/**
 * Merges the search indexes, once a day at most, while their blocks still hold words of removed or anonymised leads.
 * Returns whether it did. The next process finishes an interrupted merge.
 */
export async function mergeAwayRemovedWords(): Promise<boolean> {
  const now = Date.now();
  const before = new Date(now - MIN_INTERVAL_MS).toISOString();
  if (!selectMergeDue().get({ before, now: new Date(now).toISOString() })) return false;
  const step = mergeStepwise(getDb(), PAGES_PER_STEP);
  let isMore = true;
  await workInSlices(() => {
    if (isMore) isMore = step();
    return isMore ? 1 : 0;
  });
  return true;
}
