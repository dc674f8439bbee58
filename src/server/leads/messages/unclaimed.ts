import { query } from '../../database/connection';
import { removeInSlices, workInSlices } from '../../database/slices';

/** How long a message, status or reaction without a lead is kept. */
export const UNCLAIMED_RETENTION_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
const ROWS_PER_STEP = 200;

/** Our messages to numbers without a lead. */
const deleteUnclaimed = query<[{ before: string; limit: number }]>(
  `DELETE FROM messages WHERE id IN (
     SELECT id FROM messages INDEXED BY messages_without_lead WHERE lead_id IS NULL AND at < :before LIMIT :limit
   )`,
);

type Slice = { after: number; limit: number };

type Receipt = { id: number; is_stray: 0 | 1; at: string };

type Table = 'message_statuses' | 'message_reactions' | 'message_versions';

const walkTable = (table: Table) =>
  query<[Slice], Receipt>(
    `SELECT id, at, NOT EXISTS (SELECT 1 FROM messages WHERE messages.wamid = ${table}.wamid) AS is_stray
     FROM ${table} WHERE id > :after ORDER BY id LIMIT :limit`,
  );

const walkStatuses = walkTable('message_statuses');

const walkReactions = walkTable('message_reactions');

const walkVersions = walkTable('message_versions');

const removeFrom = (table: Table) => query<[{ id: number }]>(`DELETE FROM ${table} WHERE id = :id`);

const deleteStatusById = removeFrom('message_statuses');

const deleteReactionById = removeFrom('message_reactions');

const deleteVersionById = removeFrom('message_versions');

/**
 * Removes after a week what belongs to no lead: our messages to unknown numbers, and statuses, reactions and
 * versions of messages that never came. Returns how many.
 */
export async function removeUnclaimed(): Promise<number> {
  const before = new Date(Date.now() - UNCLAIMED_RETENTION_DAYS * DAY_MS).toISOString();
  let removed = await removeInSlices(deleteUnclaimed, { before });
  for (const [walk, remove] of [
    [walkStatuses, deleteStatusById],
    [walkReactions, deleteReactionById],
    [walkVersions, deleteVersionById],
  ] as const) {
    let after = 0;
    await workInSlices(() => {
      const rows = walk().all({ after, limit: ROWS_PER_STEP });
      for (const { id, is_stray, at } of rows) {
        if (is_stray === 1 && at < before) removed += remove().run({ id }).changes;
      }
      after = rows.at(-1)?.id ?? after;
      return rows.length;
    });
  }
  return removed;
}
