import { query } from '~/server/database/connection';
import { bindValues, buildWhere, type ResolvedFilters } from '../list/filters';
import { readIds } from '../list/lead-list-queries';

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

export const selectAct = query<[ActKey], BulkAct>('SELECT * FROM bulk_acts WHERE user_id = :user_id AND key = :key');

export const selectActById = query<[{ id: number }], BulkAct>('SELECT * FROM bulk_acts WHERE id = :id');

/** A bulk deletion by its key, whoever made it. */
export const selectDeletion = query<[{ key: string }], BulkAct>(
  'SELECT * FROM bulk_acts WHERE key = :key AND audit_id IS NOT NULL ORDER BY id DESC LIMIT 1',
);

export const insertAct = query<
  [Pick<BulkAct, 'user_id' | 'key' | 'input_hash' | 'as_of' | 'position' | 'created_at' | 'audit_id'>],
  BulkAct
>(
  `INSERT INTO bulk_acts (user_id, key, input_hash, as_of, position, created_at, audit_id)
   VALUES (:user_id, :key, :input_hash, :as_of, :position, :created_at, :audit_id) RETURNING *`,
);

export const updateAct = query<
  [Pick<BulkAct, 'id' | 'position' | 'state' | 'changed' | 'skipped' | 'restored' | 'kept'>]
>(
  `UPDATE bulk_acts SET position = :position, state = :state, changed = :changed, skipped = :skipped,
     restored = :restored, kept = :kept
   WHERE id = :id`,
);

type Change = { lead_id: number; event_id: number; fields: string };

export const insertChange = query<[Change & { act_id: number }]>(
  'INSERT INTO bulk_changes (act_id, lead_id, event_id, fields) VALUES (:act_id, :lead_id, :event_id, :fields)',
);

export const selectChanges = query<[{ act_id: number; limit: number }], Change>(
  `SELECT lead_id, event_id, fields FROM bulk_changes WHERE act_id = :act_id ORDER BY lead_id DESC LIMIT :limit`,
);

export const selectWon = query<[{ act_id: number }], { lead_id: number }>(
  `SELECT lead_id FROM bulk_changes WHERE act_id = :act_id AND fields ->> '$.estado[1]' = 'ganado'`,
);

export const deleteChange = query<[{ act_id: number; lead_id: number }]>(
  'DELETE FROM bulk_changes WHERE act_id = :act_id AND lead_id = :lead_id',
);

/** The oldest expired act; bulk deletions expire by `deleted_before`. */
export const selectOldAct = query<[{ before: string; deleted_before: string }], { id: number }>(
  `SELECT id FROM bulk_acts
   WHERE created_at < :before AND (audit_id IS NULL OR created_at < :deleted_before)
   ORDER BY created_at LIMIT 1`,
);

export const deleteSomeChanges = query<[{ act_id: number; limit: number }]>(
  `DELETE FROM bulk_changes WHERE act_id = :act_id AND lead_id IN (
     SELECT lead_id FROM bulk_changes WHERE act_id = :act_id LIMIT :limit
   )`,
);

export const deleteAct = query<[{ id: number }]>('DELETE FROM bulk_acts WHERE id = :id');

/** Matching leads within a range of ids, highest id first. */
export function selectIdsWithin(
  resolved: ResolvedFilters,
  range: { least: number; below: number; limit: number },
): number[] {
  return readIds(
    `SELECT id FROM leads NOT INDEXED WHERE id >= :least AND id < :below AND ${buildWhere(resolved)}
     ORDER BY id DESC LIMIT :limit`,
    { ...bindValues(resolved), ...range },
  );
}
