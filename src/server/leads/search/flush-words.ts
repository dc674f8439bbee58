import { flushSomeWords, makeMerge } from '../../../../db/search-index';
import { getDb } from '../../database/connection';
import { isDiskFull } from '../../database/full-disk';
import { workInSlices, workWithoutPause } from '../../database/slices';
import { log } from '../../log';
import { selectFirstDue } from './search-queries';

const FLUSH_INTERVAL_MS = 1000;
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

/** Flushes every second, whatever fails, and merges the index's segments. Returns a function that stops it. */
export function startFlushingWords(): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(flush, FLUSH_INTERVAL_MS).unref();
  };
  const flush = () =>
    flushWords()
      .then(mergePieces)
      .catch((error: unknown) => log.error({ event: 'flushing_words_failed', err: error }))
      .finally(wait);
  wait();
  return () => clearTimeout(timer);
}

async function mergePieces(): Promise<void> {
  if (!isPieceAdded) return;
  const merge = makeMerge(getDb(), 'lead_words', PAGES_PER_STEP);
  await workInSlices(() => (merge() ? 1 : 0));
  isPieceAdded = false;
}

function areWordsDue(): boolean {
  return typeof selectFirstDue().get()?.lead_id === 'number';
}
