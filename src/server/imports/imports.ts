import { setTimeout as rest } from 'node:timers/promises';
import type { ImportCheck, ImportMapping, ImportProgress, OpenImport } from '~/shared/imports/import';
import type { ImportCheckInput } from '~/shared/imports/schema';
import { importErrors, importStrings } from '~/shared/strings/imports';
import { AppError, errorAt } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { workInSlices } from '../database/slices';
import { requireColleague } from '../leads/owners/owners';
import type { CheckResult } from './check-rows';
import type { StoredChoices } from './choices';
import { IMPORTS, type ImportRecord, selectImport } from './import-queries';
import { explainReaderDeath, importReader, requireReader } from './import-reader';
import { importFault, wakeImports } from './import-runner';
import { proposePreference, readDraft } from './proposal';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_LISTED = 20;
/** Small imports finish undoing within their call. */
const UNDO_WAIT_MS = 1000;
const POLL_INTERVAL_MS = 20;
const LAST_POSITION = Number.MAX_SAFE_INTEGER;

/** @throws {AppError} `not_found` if there is none, or its file is no longer kept. */
function requireImport(id: number): ImportRecord {
  const stored = selectImport().get({ id });
  if (!stored || stored.state === 'reading') throw new AppError('not_found');
  return stored;
}

/** An import that was not started. Throws AppError `not_found`; `conflict`. */
export function requireReady(id: number): ImportRecord {
  const stored = requireImport(id);
  if (stored.state !== 'ready') throw new AppError('conflict', { message: importErrors.begun });
  return stored;
}

export const findImport = (id: number): ImportProgress => toProgress(requireImport(id));

/** What an import's page shows: the draft, or the progress once started; null if there is none. */
export function findOpenImport(id: number): OpenImport | null {
  const stored = selectImport().get({ id });
  if (!stored || stored.state === 'reading') return null;
  return stored.state === 'ready' ? { draft: readDraft(stored) } : { progress: toProgress(stored) };
}

const selectBegun = query<[{ limit: number }], ImportRecord>(
  `${IMPORTS} WHERE started_at IS NOT NULL ORDER BY imports.id DESC LIMIT :limit`,
);

export function listImports(): ImportProgress[] {
  return selectBegun().all({ limit: MAX_LISTED }).map(toProgress);
}

function toProgress(stored: ImportRecord): ImportProgress {
  const { state, created, joined, skipped, rejected, created_at, failure } = stored;
  const { id, name, total, removed, restored, kept, by, started_at, finished_at } = stored;
  const isAtWork = state === 'running' || state === 'undoing';
  const isUpdate = stored.choices !== null && (JSON.parse(stored.choices) as StoredChoices).duplicates === 'update';
  const keptUntil = new Date(Date.parse(created_at) + RETENTION_DAYS * DAY_MS).toISOString();
  const hasSources = (JSON.parse(stored.mapping) as ImportMapping).includes('source');
  return {
    ...{ id, name, total, created, skipped, rejected, removed, restored, kept, by, started_at, finished_at },
    state: failure === null ? state : 'failed',
    done: created + joined + skipped + rejected,
    joined: isUpdate ? 0 : joined,
    updated: isUpdate ? joined : 0,
    source: hasSources ? null : importStrings.source(name),
    kept_until: stored.forgotten_at === null ? keptUntil : null,
    fault: isAtWork ? importFault() : failure,
  };
}

const setChecked = query<[{ id: number; mapping: string; choices: string }], { checks: number }>(
  `UPDATE imports SET mapping = :mapping, choices = :choices, checks = checks + 1
   WHERE id = :id AND state = 'ready' RETURNING checks`,
);

/** Dry-runs an import; stores only the choices. Throws AppError `not_found`; `conflict` if imported; `invalid`; `busy`. */
export async function checkImport(id: number, input: ImportCheckInput, zone: string): Promise<ImportCheck> {
  const stored = requireReady(id);
  requireReader();
  const columns: string[] = JSON.parse(stored.columns);
  const { mapping, duplicates, overwrite = false, values, prefer, dates = null, pais = null, notify = false } = input;
  if (mapping.length !== columns.length) throw errorAt('mapping', importErrors.columnsOther(columns.length));
  for (const value of Object.values(values?.owner ?? {})) if (value !== null) requireColleague(value, 'values');
  const choices = {
    ...{ duplicates, overwrite, pais, notify, zone },
    values: values ?? {},
    prefer: { ...proposePreference({ columns, mapping, texts: JSON.parse(stored.texts) }), ...prefer },
  };
  let found: CheckResult | null = null;
  try {
    const order = { id, mapping, choices: { ...choices, dates } };
    for await (const result of importReader.read('checkRows', order)) found = result;
  } catch (error) {
    explainReaderDeath(error);
  }
  if (!found) throw new Error('a check ended without a result');
  const kept: StoredChoices = { ...choices, values: found.values, dates: found.dates.order };
  const done = await inSharedTransaction(() =>
    setChecked().get({ id, mapping: JSON.stringify(mapping), choices: JSON.stringify(kept) }),
  );
  if (!done) throw new AppError('conflict', { message: importErrors.begun });
  return { check: done.checks, ...found, new: found.rows - found.duplicates - found.invalid };
}

/** Starts an import, or its undoing. */
const setBegun = query<[{ id: number; state: 'running' | 'undoing'; position: number; now: string }]>(
  `UPDATE imports SET state = :state, position = :position, started_at = coalesce(started_at, :now), finished_at = NULL,
     failure = NULL, texts = '[]'
   WHERE id = :id`,
);

/**
 * Starts an import as last checked. It runs in the background and survives a restart. Idempotent.
 * @throws {AppError} `not_found`; `conflict` if it was not checked, or again since `check`, or is being undone.
 */
export async function runImport(id: number, check: number | undefined, actor: Actor): Promise<ImportProgress> {
  await inSharedTransaction(() => {
    const stored = requireImport(id);
    if (stored.state === 'running' || stored.state === 'done') return;
    if (stored.state !== 'ready') throw new AppError('conflict', { message: importErrors.begun });
    if (stored.checks === 0) throw new AppError('conflict', { message: importErrors.notChecked });
    if (check !== undefined && check !== stored.checks)
      throw new AppError('conflict', { message: importErrors.checkedAgain });
    setBegun().run({ id, state: 'running', position: 0, now: new Date().toISOString() });
    recordAudit({ type: 'leads_imported', actor, to: stored.name });
  });
  wakeImports();
  return findImport(id);
}

/**
 * Undoes an import, stopping it if it still runs. A large one goes on in the background; repeat for its progress.
 * @throws {AppError} `not_found`, also once its rows are no longer kept; `conflict` if it was not started.
 */
export async function undoImport(id: number, actor: Actor): Promise<ImportProgress> {
  await inSharedTransaction(() => {
    const stored = requireImport(id);
    if (stored.state === 'ready') throw new AppError('conflict', { message: importErrors.notBegun });
    if (stored.state === 'undoing' || stored.state === 'undone') return;
    if (stored.forgotten_at) throw new AppError('not_found', { message: importErrors.forgotten });
    setBegun().run({ id, state: 'undoing', position: LAST_POSITION, now: new Date().toISOString() });
    recordAudit({ type: 'import_undone', actor, to: stored.name });
  });
  wakeImports();
  const deadline = performance.now() + UNDO_WAIT_MS;
  while (findImport(id).state === 'undoing' && performance.now() < deadline) await rest(POLL_INTERVAL_MS);
  return findImport(id);
}

/** How long an import can be undone and its rejected rows downloaded. */
const RETENTION_DAYS = 30;
/** How long a file is kept that nobody imports. */
const UNUSED_FILE_RETENTION_MS = DAY_MS;
const ROWS_REMOVED_PER_STEP = 50;

const deleteSomeRows = query<[{ import_id: number; limit: number }]>(
  `DELETE FROM import_rows WHERE import_id = :import_id AND row IN (
     SELECT row FROM import_rows WHERE import_id = :import_id LIMIT :limit
   )`,
);

const deleteImport = query<[{ id: number }]>('DELETE FROM imports WHERE id = :id');

/** Removes an import that never started, with its rows. */
export async function removeUnstartedImport(id: number): Promise<number> {
  return workInSlices(
    () =>
      deleteSomeRows().run({ import_id: id, limit: ROWS_REMOVED_PER_STEP }).changes ||
      deleteImport().run({ id }).changes,
  );
}

/** The oldest import whose rows have expired. */
const selectOldImport = query<[{ begun: string; unused: string }], { id: number; started_at: string | null }>(
  `SELECT id, started_at FROM imports INDEXED BY imports_kept
   WHERE forgotten_at IS NULL AND created_at < :unused AND (started_at IS NULL OR created_at < :begun)
     AND state NOT IN ('running', 'undoing')
   ORDER BY created_at LIMIT 1`,
);

const setForgotten = query<[{ id: number; forgotten_at: string }]>(
  'UPDATE imports SET forgotten_at = :forgotten_at WHERE id = :id',
);

/** Removes the rows of old imports, and files nobody imported. Returns how many rows and files. */
export function removeOldImports(): Promise<number> {
  const now = Date.now();
  const begun = new Date(now - RETENTION_DAYS * DAY_MS).toISOString();
  const unused = new Date(now - UNUSED_FILE_RETENTION_MS).toISOString();
  return workInSlices(() => {
    const old = selectOldImport().get({ begun, unused });
    if (!old) return 0;
    const { changes } = deleteSomeRows().run({ import_id: old.id, limit: ROWS_REMOVED_PER_STEP });
    if (changes > 0) return changes;
    if (old.started_at === null) return deleteImport().run({ id: old.id }).changes;
    return setForgotten().run({ id: old.id, forgotten_at: new Date(now).toISOString() }).changes;
  });
}
