import { query } from '~/server/database/connection';
import { describeChoice, type LeadChoice, valuesOf } from '../lead-list-queries';

type Press = { user_id: string; key: string };

/** A change of many leads, and how far it and its undoing have come. */
export type BulkAct = Press & {
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
  /** The entry in the audit, of a deletion of many. */
  audit_id: number | null;
};

export const selectAct = query<[Press], BulkAct>(
  'SELECT * FROM bulk_acts WHERE user_id = :user_id AND key = :key',
);

export const selectActById = query<[{ id: number }], BulkAct>('SELECT * FROM bulk_acts WHERE id = :id');

/** The deletion of many with this key, whosever it is. */
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

/** Some of the leads that an act changed, newest first. */
export const selectChanges = query<[{ act_id: number; limit: number }], Change>(
  `SELECT lead_id, event_id, fields FROM bulk_changes WHERE act_id = :act_id ORDER BY lead_id DESC LIMIT :limit`,
);

/** The leads that an act has won. */
export const selectWon = query<[{ act_id: number }], { lead_id: number }>(
  `SELECT lead_id FROM bulk_changes WHERE act_id = :act_id AND fields ->> '$.estado[1]' = 'ganado'`,
);

export const deleteChange = query<[{ act_id: number; lead_id: number }]>(
  'DELETE FROM bulk_changes WHERE act_id = :act_id AND lead_id = :lead_id',
);

/** One from before this moment, or of a deletion of many, from before the other. */
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

/** Those leads of a range of ids that match the filters, highest first. */
export function selectIdsWithin(
  choice: LeadChoice,
  range: { from: number; below: number; limit: number },
): number[] {
  const select = query<[Record<string, unknown>], { id: number }>(
    `SELECT id FROM leads NOT INDEXED WHERE id >= :from AND id < :below AND ${describeChoice(choice)}
     ORDER BY id DESC LIMIT :limit`,
  );
  return select()
    .all({ ...valuesOf(choice), ...range })
    .map(({ id }) => id);
}
