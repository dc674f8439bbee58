import { importErrors, importStrings } from '~/shared/strings/imports';
import { AppError } from '../app-error';
import { inSharedTransaction } from '../database/group-commit';
import { workInSlices } from '../database/slices';
import { getSettings } from '../env';
import {
  addImportedLeads,
  addToLead,
  type Given,
  type ImportTrace,
  takeBackImported,
} from '../leads/imports/imported-leads';
import type { ImportedContent } from '../leads/imports/merge';
import { findSamePerson, listKeys } from '../leads/person/same-person';
import { log } from '../log';
import { ProcessLock } from '../process/process-lock';
import { ReaderDied } from '../process/reader';
import {
  type ImportRecord,
  type RowOutcome,
  selectAtWork,
  selectImport,
  selectRowNumbers,
  selectRowsBefore,
  selectRowsOfLead,
  setChoices,
  setFailed,
  setOutcome,
  setProgress,
  setState,
} from './import-queries';
import { importReader } from './import-reader';
import type { JudgedRow } from './judge-rows';
import { toRemember } from './proposal';
import { mannerOf, readChoices, type StoredChoices } from './reading';
import type { Problem } from './rows/read-row';

/** How soon a process picks up work requested of, or left by, another. */
const LOOK_EVERY_MS = 1000;
const PAUSE_AFTER_FAILURE_MS = 5000;
/** A row takes some 0.24 ms with its commit when a statement inserts this many, and several times that alone. */
const ROWS_A_STEP = 50;
/** Few enough that another file does not wait long for the reader. */
const ROWS_JUDGED_AT_ONCE = 500;
const UNDONE_A_STEP = 5;

let wake: (() => void) | undefined;
let fault: string | null = null;

/** Looks for work at once, if this process does imports. */
export function wakeImports(): void {
  wake?.();
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
  let isStopped = false;
  let running: Promise<void> | undefined;
  let pausedUntil = 0;
  const look = () => {
    if (running || isStopped || performance.now() < pausedUntil) return;
    running = workOnAll(lock, () => isStopped)
      .catch((error: unknown) => {
        if (isStopped) return;
        pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
        const isFull = error instanceof Error && 'code' in error && error.code === 'SQLITE_FULL';
        fault = isFull ? importErrors.faultFull : importErrors.fault;
        log.error({ event: 'import_failed', err: error });
      })
      .finally(() => {
        running = undefined;
      });
  };
  wake = look;
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  look();
  return async () => {
    isStopped = true;
    wake = undefined;
    clearInterval(timer);
    await running;
    lock.release();
  };
}

async function workOnAll(lock: ProcessLock, isStopped: () => boolean): Promise<void> {
  for (let at = selectAtWork().get(); at && !isStopped(); at = selectAtWork().get()) {
    if (!lock.acquire()) return;
    const { id } = at;
    await workOn(id, isStopped);
    fault = null;
    const { state, created, joined, rejected, removed, kept } = requireStored(id);
    if (!isStopped()) log.info({ event: 'import', id, state, created, joined, rejected, removed, kept });
  }
}

/**
 * Works until the import is over. Rereads the state each time, because it may be stopped or undone meanwhile. Judges
 * the next rows while the current ones are written.
 */
async function workOn(id: number, isStopped: () => boolean): Promise<void> {
  let ahead: ReturnType<typeof judgeAfter> | undefined;
  for (;;) {
    const { state, choices, position } = requireStored(id);
    const chosen = readChoices(choices ?? '{}');
    const isRunning = state === 'running';
    const judged = isRunning ? await (ahead ?? judgeAfter(id, position)) : [];
    if (judged instanceof ReaderDied) return fail(id, judged);
    if (isStopped() || !(isRunning || state === 'undoing')) return;
    ahead = judged.length > 0 ? judgeAfter(id, judged.at(-1)?.row ?? 0) : undefined;
    let at = 0;
    await workInSlices(() => {
      const now = requireStored(id);
      if (isStopped() || now.state !== state) return 0;
      if (!isRunning) return undoSome(now, chosen);
      if (judged.length === 0) return finish(now, chosen, 'done');
      const some = judged.slice(at, at + (chosen.notify ? 1 : ROWS_A_STEP));
      const done = some.length === 0 ? 0 : importSome(now, chosen, some);
      at += done;
      return done;
    });
  }
}

/**
 * Judges the rows after one in the reader process; resolves to the reader's death if it dies. Never an unhandled
 * rejection, though awaited late.
 */
function judgeAfter(id: number, after: number): Promise<JudgedRow[] | ReaderDied> {
  const judge = async () => {
    for await (const rows of importReader.read('judgeRows', { id, after, limit: ROWS_JUDGED_AT_ONCE }))
      return rows;
    return [];
  };
  const judged = judge().catch((error: unknown) => {
    if (error instanceof ReaderDied) return error;
    throw error;
  });
  judged.catch(() => {});
  return judged;
}

/** Ends an import whose reader died. */
function fail(id: number, { because }: ReaderDied): Promise<void> {
  const failure = importErrors.readerDied[because];
  return inSharedTransaction(
    () => void setFailed().run({ id, failure, finished_at: new Date().toISOString() }),
  );
}

function requireStored(id: number): ImportRecord {
  const stored = selectImport().get({ id });
  if (!stored) throw new Error(`there is no import ${id}`);
  return stored;
}

/** Imports the first of these rows, as many as one statement may insert. Returns how many are done. */
function importSome(stored: ImportRecord, choices: StoredChoices, judged: readonly JudgedRow[]): number {
  const by = { id: stored.id, actorId: stored.user_id, notify: choices.notify };
  const last = judged.at(-1)?.row ?? 0;
  const still = selectRowNumbers().all({ import_id: stored.id, after: stored.position, last });
  const isStill = new Set(still.map(({ row }) => row));
  const done: { row: number; outcome: Outcome | null }[] = [];
  const made: { row: number; content: ImportedContent }[] = [];
  const keys = new Set<string>();
  for (const { row, result } of judged) {
    // Erased since it was judged.
    if (!isStill.has(row)) {
      done.push({ row, outcome: null });
      continue;
    }
    if ('problems' in result) {
      done.push({ row, outcome: reject(result.problems) });
      continue;
    }
    const { content } = result;
    const own = listKeys(content);
    // Same person as an earlier row of this batch: wait for the next step, when that one is a lead.
    if (choices.duplicates !== 'create' && own.some((key) => keys.has(key))) break;
    const same = choices.duplicates === 'create' ? null : findSamePerson(content);
    if (same !== null) done.push({ row, outcome: addToSame(same, content, choices, by) });
    else {
      made.push({ row, content });
      for (const key of own) keys.add(key);
    }
  }
  const leads = addImportedLeads(
    made.map(({ content }) => content),
    by,
  );
  for (const [index, lead] of leads.entries())
    done.push({ row: made[index]?.row ?? 0, outcome: took('created', lead) });
  for (const { row, outcome } of done) {
    if (!outcome) continue;
    setOutcome().run({ import_id: stored.id, row, ...outcome });
    stored[outcome.outcome]++;
  }
  setProgress().run({ ...stored, position: Math.max(...done.map(({ row }) => row)) });
  return done.length;
}

type Outcome = Omit<RowOutcome, 'import_id' | 'row'>;

function addToSame(
  id: number,
  content: ImportedContent,
  choices: StoredChoices,
  by: Parameters<typeof addToLead>[3],
): Outcome {
  const manner = mannerOf(choices);
  if (manner === null) return NOTHING;
  try {
    const trace = addToLead(id, content, manner, by);
    return trace ? took('joined', { id, ...trace }) : NOTHING;
  } catch (error) {
    if (error instanceof AppError) return reject([{ field: '', reason: error.message }]);
    throw error;
  }
}

const NOTHING: Outcome = {
  outcome: 'skipped',
  reason: null,
  lead_id: null,
  first_event_id: null,
  last_event_id: null,
  given: null,
};

function took(
  outcome: 'created' | 'joined',
  { id, first, last, given }: { id: number } & ImportTrace,
): Outcome {
  return {
    outcome,
    reason: null,
    lead_id: id,
    first_event_id: first,
    last_event_id: last,
    given: JSON.stringify(given),
  };
}

/** Prefixes each reason with its column's field. */
function reject(problems: Problem[]): Outcome {
  const names: Record<string, string> = importStrings.fields;
  const reasons = problems.map(({ field, reason }) => {
    const name = field && `${names[field] ?? field}: `;
    return reason.startsWith(name) ? reason : name + reason;
  });
  return { ...NOTHING, outcome: 'rejected', reason: reasons.join(' ') };
}

function undoSome(stored: ImportRecord, choices: StoredChoices): number {
  const { notify } = choices;
  const before = { import_id: stored.id, before: stored.position, limit: UNDONE_A_STEP };
  const rows = selectRowsBefore().all(before);
  const last = rows.at(-1);
  if (!last) return finish(stored, choices, 'undone');
  for (const { row, lead_id } of rows) {
    if (lead_id === null) continue;
    const all = selectRowsOfLead().all({ import_id: stored.id, lead_id });
    // A lead with several rows is undone at its last one, for all of them.
    if (all[0]?.row !== row) continue;
    const traces = all.map(({ first_event_id, last_event_id, given }) => ({
      first: first_event_id,
      last: last_event_id,
      given: JSON.parse(given) as Given,
    }));
    const wasMade = all.some(({ outcome }) => outcome === 'created');
    const taken = takeBackImported(lead_id, traces, { actorId: stored.user_id, notify, wasMade });
    if (taken === false) stored.kept++;
    else if (taken && wasMade) stored.removed++;
    else if (taken) stored.restored++;
  }
  setProgress().run({ ...stored, position: last.row });
  return rows.length;
}

/** Keeps what to remember for the next file. Returns 0, which ends the slice. */
function finish(
  { id, position, started_at }: ImportRecord,
  choices: StoredChoices,
  state: 'done' | 'undone',
): 0 {
  setChoices().run({ id, choices: JSON.stringify({ ...choices, values: toRemember(choices.values) }) });
  setState().run({ id, state, position, started_at, finished_at: new Date().toISOString() });
  return 0;
}
