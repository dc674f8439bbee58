import { query } from '../../database/connection';
import { removeInSlices, workInSlices } from '../../database/slices';
import { findLead } from '../leads';
import { ROW, type StoredMessage } from './message-queries';
import { numbersOfLead } from './number-keys';
import { recordMessage } from './record-message';
import { updateFirstContact } from './reply-state';

/** Our messages to a number without a lead since a moment, oldest first. */
const selectUnclaimed = query<[{ phone_key: string; since: string }], StoredMessage>(
  `SELECT ${ROW} FROM messages INDEXED BY messages_without_lead
   WHERE phone_key = :phone_key AND lead_id IS NULL AND at >= :since ORDER BY at`,
);

const assignLead = query<[{ id: number; lead_id: number }]>(
  'UPDATE messages SET lead_id = :lead_id WHERE id = :id AND lead_id IS NULL',
);

/**
 * Gives a lead what we had written to its number before it came, in the caller's transaction, which is its first contact,
 * unless it came by writing to us since.
 */
export function claimMessages(lead_id: number): void {
  const since = new Date(Date.now() - UNCLAIMED_RETENTION_DAYS * DAY_MS).toISOString();
  const lead = findLead(lead_id);
  const ours = numbersOfLead(lead).flatMap((phone_key) => selectUnclaimed().all({ phone_key, since }));
  const [first] = ours.sort((a, b) => a.at.localeCompare(b.at));
  if (!first) return;
  for (const one of ours) {
    assignLead().run({ id: one.id, lead_id });
    recordMessage(one, lead_id);
  }
  if (lead.source !== 'whatsapp') updateFirstContact(lead_id, { isLive: true, since: first.at });
}

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
