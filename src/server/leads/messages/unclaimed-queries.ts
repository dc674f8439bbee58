import { query } from '../../database/connection';

/** Our messages to numbers without a lead. */
export const deleteUnclaimed = query<[{ before: string; limit: number }]>(
  `DELETE FROM messages WHERE id IN (
     SELECT id FROM messages INDEXED BY messages_without_lead WHERE lead_id IS NULL AND at < :before LIMIT :limit
   )`,
);

type Slice = { after: number; limit: number };
type Receipt = { id: number; is_stray: 0 | 1; at: string };

type Table = 'message_statuses' | 'message_reactions' | 'message_versions';

const walk = (table: Table) =>
  query<[Slice], Receipt>(
    `SELECT id, at, NOT EXISTS (SELECT 1 FROM messages WHERE messages.wamid = ${table}.wamid) AS is_stray
     FROM ${table} WHERE id > :after ORDER BY id LIMIT :limit`,
  );
export const walkStatuses = walk('message_statuses');
export const walkReactions = walk('message_reactions');
export const walkVersions = walk('message_versions');

const remove = (table: Table) => query<[{ id: number }]>(`DELETE FROM ${table} WHERE id = :id`);
export const deleteStatusById = remove('message_statuses');
export const deleteReactionById = remove('message_reactions');
export const deleteVersionById = remove('message_versions');
