import { importErrors } from '~/shared/strings/imports';
import { query } from '../database/connection';
import { isDiskFull } from '../database/full-disk';
import { inSharedTransaction } from '../database/group-commit';
import { workInSlices } from '../database/slices';
import { getSettings } from '../env';
import { log } from '../log';
import { Loop } from '../process/loop';
import { ProcessLock } from '../process/process-lock';
import { ReaderDied } from '../process/reader';
import { importSome, undoSome } from './apply-rows';
import type { ParsedRow } from './check-rows';
import type { StoredChoices } from './choices';
import { type ImportRecord, selectImport } from './import-queries';
import { importReader } from './import-reader';

/** A row takes some 0.24 ms with its commit when a statement inserts this many, and several times that alone. */
const ROWS_PER_STEP = 50;
/** Few enough that another file does not wait long for the reader. */
const ROWS_PER_BATCH = 500;
const PAUSE_AFTER_FAILURE_MS = 5000;

let loop: Loop | undefined;
let fault: string | null = null;

export function wakeImports(): void {
  loop?.wake();
}

/** Why imports are stalled, as far as this process knows; null if they are not. */
export function importFault(): string | null {
  return fault;
}

/**
 * Runs imports and their undoing one by one, in slices. Progress is in the database, so another process can take over;
 * of several, only the holder of the lock works. Returns a function that stops it.
 */
export function startImports(): () => Promise<void> {
  const lock = new ProcessLock(`${getSettings().DATABASE_PATH}-imports`);
  const own = new Loop(
    async () => {
      try {
        await runAll(lock, () => own.isStopped);
      } catch (error) {
        // Stopping ends the reader, whatever it reads.
        if (own.isStopped) return null;
        fault = isDiskFull(error) ? importErrors.faultFull : importErrors.fault;
        throw error;
      }
      return null;
    },
    'import_failed',
    PAUSE_AFTER_FAILURE_MS,
  );
  loop = own;
  own.wake();
  return async () => {
    loop = undefined;
    await own.stop();
    lock.release();
  };
}

const selectAtWork = query<[], { id: number }>(
  `SELECT id FROM imports WHERE state IN ('running', 'undoing') ORDER BY id LIMIT 1`,
);

async function runAll(lock: ProcessLock, isStopped: () => boolean): Promise<void> {
  for (let at = selectAtWork().get(); at && !isStopped(); at = selectAtWork().get()) {
    if (!lock.acquire()) return;
    const { id } = at;
    await runSteps(id, isStopped);
    fault = null;
    const { state, created, joined, rejected, removed, kept } = requireStored(id);
    if (!isStopped()) log.info({ event: 'import', id, state, created, joined, rejected, removed, kept });
  }
}

/**
 * Works until the import is over. Rereads the state each time, because it may be stopped or undone meanwhile. Judges
 * the next rows while the current ones are written.
 */
async function runSteps(id: number, isStopped: () => boolean): Promise<void> {
  let ahead: ReturnType<typeof parseAfter> | undefined;
  for (;;) {
    const { state, choices, position } = requireStored(id);
    const chosen: StoredChoices = JSON.parse(choices ?? '{}');
    const isRunning = state === 'running';
    const parsed = isRunning ? await (ahead ?? parseAfter(id, position)) : [];
    if (parsed instanceof ReaderDied) {
      const failure = importErrors.readerDied[parsed.because];
      return inSharedTransaction(() => void end(id, 'done', failure));
    }
    if (isStopped() || !(isRunning || state === 'undoing')) return;
    ahead = parsed.length > 0 ? parseAfter(id, parsed.at(-1)?.row ?? 0) : undefined;
    let at = 0;
    await workInSlices(() => {
      const now = requireStored(id);
      if (isStopped() || now.state !== state) return 0;
      if (!isRunning) return undoSome(now, chosen) || end(id, 'undone');
      if (parsed.length === 0) return end(id, 'done');
      const some = parsed.slice(at, at + (chosen.notify ? 1 : ROWS_PER_STEP));
      const done = some.length === 0 ? 0 : importSome(now, chosen, some);
      at += done;
      return done;
    });
  }
}

/** Parses the rows after one in the reader process; resolves to its death if it dies. Never an unhandled rejection. */
function parseAfter(id: number, after: number): Promise<ParsedRow[] | ReaderDied> {
  const parse = async () => {
    for await (const rows of importReader.read('parseRows', { id, after, limit: ROWS_PER_BATCH })) return rows;
    return [];
  };
  const parsed = parse().catch((error: unknown) => {
    if (error instanceof ReaderDied) return error;
    throw error;
  });
  parsed.catch(() => {});
  return parsed;
}

/** Ends it, unless it is being undone instead; what its texts meant is forgotten. */
const setOver = query<[{ id: number; state: 'done' | 'undone'; failure: string | null; now: string }]>(
  `UPDATE imports SET state = :state, failure = :failure, finished_at = :now, choices = json_set(choices, '$.values', json('{}'))
   WHERE id = :id AND state = iif(:state = 'done', 'running', 'undoing')`,
);

/** Ends an import; returns 0, which ends the slices. */
function end(id: number, state: 'done' | 'undone', failure: string | null = null): 0 {
  setOver().run({ id, state, failure, now: new Date().toISOString() });
  return 0;
}

function requireStored(id: number): ImportRecord {
  const stored = selectImport().get({ id });
  if (!stored) throw new Error(`there is no import ${id}`);
  return stored;
}
