import { flushSomeWords, makeMerge } from '../../../../db/search-index';
import { getDb } from '../../database/connection';
import { workInSlices, workWithoutPause } from '../../database/slices';
import { log } from '../../log';
import { selectFirstDue } from './search-queries';

const FLUSH_EVERY_MS = 1000;
/** Some 2 ms of merging. */
const PAGES_A_STEP = 8;

/** So that a full disk is told once, and not each second. */
let isFull = false;
/** Each flush adds a piece to the index, and a search looks into every piece. */
let isPieceAdded = false;

/**
 * Writes all words that wait into the search's index, also those of other processes, in steps of some milliseconds between
 * which requests are answered. Whoever searches calls it before, so that a search misses nothing that was acknowledged.
 * @throws {SqliteError} if another process writes for seconds. On a full disk it leaves them waiting: whoever only reads
 * gets an answer.
 */
export async function flushWords(): Promise<void> {
  if (!areWordsDue()) return;
  try {
    // What a power cut takes of it, it takes together with the end of their waiting.
    await workWithoutPause(() => flushSomeWords(getDb()));
    isPieceAdded = true;
    isFull = false;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'SQLITE_FULL')) throw error;
    if (!isFull) log.warn({ event: 'words_wait', err: error });
    isFull = true;
  }
}

/** Does that each second, whatever goes wrong, and merges the index's pieces. Returns a function that stops it. */
export function startFlushingWords(): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(flush, FLUSH_EVERY_MS).unref();
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
  const merge = makeMerge(getDb(), 'lead_words', PAGES_A_STEP);
  await workInSlices(() => (merge() ? 1 : 0));
  isPieceAdded = false;
}

function areWordsDue(): boolean {
  return typeof selectFirstDue().get()?.lead_id === 'number';
}
