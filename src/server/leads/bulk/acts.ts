import { bulkErrors } from '~/shared/strings/lead/errors';
import { AppError } from '../../app-error';
import { query } from '../../database/connection';
import { workInSlices } from '../../database/slices';
import { TRASH_DAYS } from '../trash';

/** Who asked, and the idempotency key of the request. */
export type ActKey = { user_id: string; key: string };

/** A bulk change, with its progress and that of its undo. */
export type BulkAct = ActKey & {
  id: number;
  input_hash: Buffer;
  as_of: number;
  position: number;
  state: 'doing' | 'done' | 'undoing' | 'undone';
  changed: number;
  skipped: number;
  restored: number;
  kept: number;
  created_at: string;
  /** Audit entry of a bulk deletion. */
  audit_id: number | null;
};

export const updateAct = query<
  [Pick<BulkAct, 'id' | 'position' | 'state' | 'changed' | 'skipped' | 'restored' | 'kept'>]
>(
  `UPDATE bulk_acts SET position = :position, state = :state, changed = :changed, skipped = :skipped,
     restored = :restored, kept = :kept
   WHERE id = :id`,
);

export type Change = { lead_id: number; event_id: number; fields: string };

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a change can be undone. A bulk deletion lasts as long as the trash keeps its leads. */
const UNDO_MS = DAY_MS;
const DELETION_UNDO_MS = TRASH_DAYS * DAY_MS;
/** A call stops after this many leads or this long, so that the caller can show progress and cancel. */
export const MAX_LEADS_PER_CALL = 250;
const MAX_CALL_MS = 1000;
const CHANGES_REMOVED_PER_STEP = 50;

/** Value of each changed field, before and after. */
export type Changed = Record<string, readonly [before: unknown, after: unknown]>;

/**
 * Wraps a slice's step so that it stops once its call has done enough. A `step` returns 0 when nothing is left. The wait
 * for the first does not count: a call always does something.
 */
export function limitStep(most: number, step: () => number): () => number {
  let startedAt: number | undefined;
  let done = 0;
  return () => {
    startedAt ??= performance.now();
    const isLong = most < Number.POSITIVE_INFINITY && performance.now() - startedAt > MAX_CALL_MS;
    if (done >= most || isLong) return 0;
    const did = step();
    done += did;
    return did;
  };
}

/** One lead's refusal does not stop the others: it throws before anything is written. */
export function tryOrSkip(work: () => boolean): boolean {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

export const selectAct = query<[ActKey], BulkAct>('SELECT * FROM bulk_acts WHERE user_id = :user_id AND key = :key');

export function findAct(key: ActKey): BulkAct {
  return requireAct(selectAct().get(key));
}

/** @throws {AppError} `not_found` for an act that can no longer be undone. */
export function requireAct(act: BulkAct | undefined): BulkAct {
  const kept = act?.audit_id == null ? UNDO_MS : DELETION_UNDO_MS;
  if (!act || Date.parse(act.created_at) < Date.now() - kept)
    throw new AppError('not_found', { message: bulkErrors.undoGone });
  return act;
}

const deleteAct = query<[{ id: number }]>('DELETE FROM bulk_acts WHERE id = :id');

const deleteSomeChanges = query<[{ act_id: number; limit: number }]>(
  `DELETE FROM bulk_changes WHERE act_id = :act_id AND lead_id IN (
     SELECT lead_id FROM bulk_changes WHERE act_id = :act_id LIMIT :limit
   )`,
);

/** The oldest expired act; bulk deletions expire by `deleted_before`. */
const selectOldAct = query<[{ before: string; deleted_before: string }], { id: number }>(
  `SELECT id FROM bulk_acts
   WHERE created_at < :before AND (audit_id IS NULL OR created_at < :deleted_before)
   ORDER BY created_at LIMIT 1`,
);

/** Removes acts that can no longer be undone. Returns how many acts and changes went. */
export function removeOldActs(): Promise<number> {
  const now = Date.now();
  const before = new Date(now - UNDO_MS).toISOString();
  const deleted_before = new Date(now - DELETION_UNDO_MS).toISOString();
  return workInSlices(() => {
    const act = selectOldAct().get({ before, deleted_before });
    if (!act) return 0;
    const { changes } = deleteSomeChanges().run({ act_id: act.id, limit: CHANGES_REMOVED_PER_STEP });
    return changes || deleteAct().run({ id: act.id }).changes;
  });
}
