import { flushSomeWords, makeMerge, mergeStepwise } from '../../../../db/search-index';
import { getDb, query } from '../../database/connection';
import { isDiskFull } from '../../database/full-disk';
import { workInSlices, workWithoutPause } from '../../database/slices';
import { log } from '../../log';
import { Loop } from '../../process/loop';

/** Some 2 ms of merging. */
const PAGES_PER_STEP = 8;

/** Logs a full disk once and not every second. */
let isFull = false;
/** Each flush adds a segment to the index, and a search reads every segment. */
let isPieceAdded = false;

/**
 * Flushes the backlog of words, also of other processes, into the search index, in steps of a few milliseconds between
 * which requests are answered. Searches call it first, so that they miss nothing acknowledged.
 * @throws {SqliteError} if another process writes for seconds. On a full disk the backlog stays; reading goes on.
 */
export async function flushWords(): Promise<void> {
  if (!areWordsDue()) return;
  try {
    // A power cut that loses the words also loses their removal from the backlog.
    await workWithoutPause(() => flushSomeWords(getDb()));
    isPieceAdded = true;
    isFull = false;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    if (!isFull) log.warn({ event: 'words_wait', err: error });
    isFull = true;
  }
}

/**
 * Flushes every second, whatever fails, and merges the index's segments. Returns a function that stops it, and resolves
 * once it touches the database no more.
 */
export function startFlushingWords(): () => Promise<void> {
  const loop = new Loop(async () => {
    await flushWords();
    await mergePieces(() => loop.isStopped);
    return null;
  }, 'flushing_words_failed');
  loop.wake();
  return () => loop.stop();
}

async function mergePieces(isStopped: () => boolean): Promise<void> {
  if (!isPieceAdded) return;
  const merge = makeMerge(getDb(), 'lead_words', PAGES_PER_STEP);
  await workInSlices(() => (!isStopped() && merge() ? 1 : 0));
  isPieceAdded = false;
}

const selectFirstDue = query<[], { lead_id: number | null }>('SELECT min(lead_id) AS lead_id FROM words_due');

function areWordsDue(): boolean {
  return typeof selectFirstDue().get()?.lead_id === 'number';
}

/** Some 3 ms of merging. */
const PAGES_PER_PURGE_STEP = 10;

/** A merge rewrites the whole index. Removed words may stay for hours, but not for a second day. */
const MIN_INTERVAL_MS = 20 * 60 * 60 * 1000;

/** Whether the search's blocks hold removed words and were not merged since this moment. */
const selectMergeDue = query<[{ before: string; now: string }], { removed_at: string }>(
  `SELECT removed_at FROM removed_words
   WHERE id = 1 AND removed_at IS NOT NULL AND (merged_at IS NULL OR merged_at NOT BETWEEN :before AND :now)`,
);

/**
 * Merges the search indexes, once a day at most, while their blocks still hold words of removed or anonymised leads.
 * Returns whether it did. The next process finishes an interrupted merge.
 */
export async function mergeAwayRemovedWords(): Promise<boolean> {
  const now = Date.now();
  const before = new Date(now - MIN_INTERVAL_MS).toISOString();
  if (!selectMergeDue().get({ before, now: new Date(now).toISOString() })) return false;
  const step = mergeStepwise(getDb(), PAGES_PER_PURGE_STEP);
  let isMore = true;
  await workInSlices(() => {
    if (isMore) isMore = step();
    return isMore ? 1 : 0;
  });
  return true;
}
