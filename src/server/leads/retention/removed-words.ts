import { mergeStepwise } from '../../../../db/search-index';
import { getDb } from '../../database/connection';
import { workInSlices } from '../../database/slices';
import { selectMergeDue } from './retention-queries';

/** Some 3 ms of merging. */
const PAGES_A_STEP = 10;
/** Merging writes the whole index again: hours may pass, and not a second day. */
const AT_MOST_EVERY_MS = 20 * 60 * 60 * 1000;

/**
 * Merges the search's indexes where words of leads that were removed or anonymised stand in their blocks, once a day at most.
 * Returns whether it did. What an interrupted process leaves is done by the next.
 */
export async function mergeAwayRemovedWords(now = Date.now()): Promise<boolean> {
  const before = new Date(now - AT_MOST_EVERY_MS).toISOString();
  if (!selectMergeDue().get({ before })) return false;
  const step = mergeStepwise(getDb(), PAGES_A_STEP);
  let isMore = true;
  await workInSlices(() => {
    if (isMore) isMore = step();
    return isMore ? 1 : 0;
  });
  return true;
}
