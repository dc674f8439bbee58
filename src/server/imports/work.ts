import { importErrors } from '~/shared/strings/import-errors';
import { importStrings } from '~/shared/strings/imports';
import { AppError } from '../app-error';
import { inSharedTransaction } from '../database/group-commit';
import { workInSlices } from '../database/slices';
import { getSettings } from '../env';
import {
  addImportedLeads,
  addToLead,
  type Given,
  type ImportedContent,
  type ImportTrace,
  takeBackImported,
} from '../leads/imported';
import { findSamePerson, listKeys, personKeys } from '../leads/person/same-person';
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
  setFailed,
  setOutcome,
  setProgress,
  setState,
} from './import-queries';
import { importReader } from './import-reader';
import type { JudgedRow } from './judge-rows';
import type { StoredChoices } from './reading';
import type { Problem } from './rows/read-row';

/** How soon a process finds what another one was asked to do, or goes on with what another one left. */
const LOOK_EVERY_MS = 1000;
const PAUSE_AFTER_FAILURE_MS = 5000;
/** A row takes some 0.13 ms where so many are written by one statement, and five times as long alone. */
const ROWS_A_STEP = 25;
/** Few enough that another file does not wait long for the reader. */
const ROWS_JUDGED_AT_ONCE = 500;
const UNDONE_A_STEP = 5;

let wake: (() => void) | undefined;
let fault: string | null = null;

/** Looks at once for an import to do, if this process does them. */
export function wakeImports(): void {
  wake?.();
}

/** Why the imports stand still at present, as far as this process knows; null if they do not. */
export function importFault(): string | null {
  return fault;
}

/**
 * Does imports and their undoing, one after the other, each in slices: how far it is lies in the database, so that another
 * process goes on where this one ends. Of several processes on one database only one does this. Returns a function that
 * stops it.
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

/** Goes on until it is over. What it is about is read anew each time: it may be stopped and undone meanwhile. */
async function workOn(id: number, isStopped: () => boolean): Promise<void> {
  for (;;) {
    const { state, choices } = requireStored(id);
    const chosen: StoredChoices = JSON.parse(choices ?? 'null');
    const judged = state === 'running' ? await judgeNext(id) : [];
    if (judged === null || isStopped() || !(state === 'running' || state === 'undoing')) return;
    let at = 0;
    await workInSlices(() => {
      const now = requireStored(id);
      if (isStopped() || now.state !== state) return 0;
      if (state === 'undoing') return undoSome(now, chosen);
      if (judged.length === 0) return finish(now, 'done');
      const some = judged.slice(at, at + (chosen.notify ? 1 : ROWS_A_STEP));
      const done = some.length === 0 ? 0 : importSome(now, chosen, some);
      at += done;
      return done;
    });
  }
}

/** The next rows, judged outside this process; null where the reader died over them, which ends the import. */
async function judgeNext(id: number): Promise<JudgedRow[] | null> {
  const { position } = requireStored(id);
  try {
    const order = { id, after: position, limit: ROWS_JUDGED_AT_ONCE };
    for await (const rows of importReader.read('judgeRows', order)) return rows;
    return [];
  } catch (error) {
    if (!(error instanceof ReaderDied)) throw error;
    const failure = importErrors.readerDied[error.because];
    await inSharedTransaction(() => setFailed().run({ id, failure, finished_at: new Date().toISOString() }));
    return null;
  }
}

function requireStored(id: number): ImportRecord {
  const stored = selectImport().get({ id });
  if (!stored) throw new Error(`there is no import ${id}`);
  return stored;
}

/** Makes leads of the first of these rows, of as many as one statement may write; returns how many it is done with. */
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
    const own = listKeys(personKeys(content));
    // The same person's as one of these rows: it waits for the next step, when that is a lead.
    if (choices.duplicates !== 'create' && own.some((key) => keys.has(key))) break;
    const same = choices.duplicates === 'create' ? null : findSamePerson(personKeys(content));
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
  { duplicates }: StoredChoices,
  by: Parameters<typeof addToLead>[2],
): Outcome {
  if (duplicates === 'skip') return NOTHING;
  try {
    const trace = addToLead(id, content, by);
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

/** With each reason under the name of its column's field. */
function reject(problems: Problem[]): Outcome {
  const names: Record<string, string> = importStrings.fields;
  const reasons = problems.map(({ field, reason }) => {
    const name = field && `${names[field] ?? field}: `;
    return reason.startsWith(name) ? reason : name + reason;
  });
  return { ...NOTHING, outcome: 'rejected', reason: reasons.join(' ') };
}

function undoSome(stored: ImportRecord, { notify }: StoredChoices): number {
  const before = { import_id: stored.id, before: stored.position, limit: UNDONE_A_STEP };
  const rows = selectRowsBefore().all(before);
  const last = rows.at(-1);
  if (!last) return finish(stored, 'undone');
  for (const { row, lead_id } of rows) {
    if (lead_id === null) continue;
    const all = selectRowsOfLead().all({ import_id: stored.id, lead_id });
    // A lead with several rows is done with its last one.
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

/** Ends a step's work, too. */
function finish({ id, position, started_at }: ImportRecord, state: 'done' | 'undone'): 0 {
  setState().run({ id, state, position, started_at, finished_at: new Date().toISOString() });
  return 0;
}
