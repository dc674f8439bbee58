import { importErrors } from '~/shared/strings/import-errors';
import { importStrings } from '~/shared/strings/imports';
import { AppError } from '../app-error';
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
import {
  type ImportRecord,
  type RowOutcome,
  selectAtWork,
  selectImport,
  selectRows,
  selectRowsBefore,
  selectRowsOfLead,
  setOutcome,
  setProgress,
  setState,
} from './import-queries';
import { makeReading, type StoredChoices } from './reading';
import { makeRowReader, type Problem } from './rows/read-row';

/** How soon a process finds what another one was asked to do, or goes on with what another one left. */
const LOOK_EVERY_MS = 1000;
const PAUSE_AFTER_FAILURE_MS = 5000;
/** A row takes some 0.13 ms where so many are written by one statement, and five times as long alone. */
const ROWS_A_STEP = 25;
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
    const step = makeStep(id);
    await workInSlices(() => (isStopped() ? 0 : step()));
    fault = null;
    const { state, created, joined, rejected, removed, kept } = requireStored(id);
    if (!isStopped()) log.info({ event: 'import', id, state, created, joined, rejected, removed, kept });
  }
}

function requireStored(id: number): ImportRecord {
  const stored = selectImport().get({ id });
  if (!stored) throw new Error(`there is no import ${id}`);
  return stored;
}

/** A step of the work on an import; returns 0 once it is over. What it is about is read anew each time. */
function makeStep(id: number): () => number {
  const { choices, ...stored } = requireStored(id);
  const chosen: StoredChoices = JSON.parse(choices ?? 'null');
  const read = makeRowReader(makeReading(stored, chosen));
  return () => {
    const now = requireStored(id);
    if (now.state === 'running') return importSome(now, chosen, read);
    return now.state === 'undoing' ? undoSome(now, chosen) : 0;
  };
}

function importSome(
  stored: ImportRecord,
  choices: StoredChoices,
  read: ReturnType<typeof makeRowReader>,
): number {
  const by = { id: stored.id, actorId: stored.user_id, notify: choices.notify };
  const limit = choices.notify ? 1 : ROWS_A_STEP;
  const rows = selectRows().all({ import_id: stored.id, after: stored.position, limit });
  if (rows.length === 0) {
    finish(stored, 'done');
    return 0;
  }
  const done: { row: number; outcome: Outcome }[] = [];
  const made: { row: number; content: ImportedContent }[] = [];
  const keys = new Set<string>();
  for (const { row, cells, reason } of rows) {
    const result = reason ? { problems: [{ field: '', reason }] } : read(JSON.parse(cells));
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
  if (!last) {
    finish(stored, 'undone');
    return 0;
  }
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

function finish({ id, position, started_at }: ImportRecord, state: 'done' | 'undone'): void {
  setState().run({ id, state, position, started_at, finished_at: new Date().toISOString() });
}
