import { deleteBatch, query } from '../database/connection';

type Key = { user_id: string; key: string };
export type CreationKind = 'lead' | 'note' | 'company' | 'agent' | 'message';
/** `found`: it already existed, and nothing was made. */
type CreationRow = { kind: CreationKind; input_hash: Buffer; entity_id: number; found: 0 | 1 };

export const selectCreation = query<[Key], CreationRow>(
  'SELECT kind, input_hash, entity_id, found FROM creations WHERE user_id = :user_id AND key = :key',
);

export const insertCreation = query<[Key & CreationRow & { created_at: string }]>(
  `INSERT INTO creations (user_id, key, kind, input_hash, entity_id, found, created_at)
   VALUES (:user_id, :key, :kind, :input_hash, :entity_id, :found, :created_at)`,
);

export const deleteCreationsBefore = deleteBatch<{ before: string }>(
  'creations',
  'user_id, key',
  'created_at < :before',
);
