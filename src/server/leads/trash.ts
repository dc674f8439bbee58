import type { DeletedLead, Lead, LeadDeletion, TrashPage } from '~/shared/leads/lead';
import { encodeCursor } from '~/shared/paging';
import { AppError, requireFound } from '../app-error';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { decodeCursor, ROWS_TO_READ, toPage } from '../database/paging';
import { removeInSlices } from '../database/slices';
import { restartTimer } from '../notices/response-timers/response-timers';
import { recordEvent } from './history/events';
import { hideLead, LEAD_COLUMNS, leadQuery } from './lead-queries';
import { enqueueLeadDeleted, enqueueLeadRestored } from './lead-webhook';
import { findLead, isUntouched } from './leads';
import { deleteSilenced } from './messages/message-queries';
import { numbersOfLead } from './messages/number-keys';
import { updateAwaitingReply, updateFirstContact } from './messages/reply-state';

/** How long a deleted lead can be restored. */
export const TRASH_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const NEWEST_FIRST = { deleted_at: '9999', id: 0 };

/** Hides a lead; it can be restored for 30 days. Returns the id of its last event. Throws AppError `not_found`. */
export function moveLeadToTrash(id: number, actorId: string): Promise<number> {
  return inSharedTransaction(() => moveToTrashInTransaction(id, actorId));
}

/** `moveLeadToTrash` in the caller's transaction. `silenced`: and messages from its number are ignored. */
export function moveToTrashInTransaction(id: number, actorId: string, why: 'silenced' | null = null): number {
  const lead = findLead(id);
  const now = new Date().toISOString();
  hideLead().run({ id, deleted_at: now });
  const asOf = recordEvent(id, actorId, { type: 'deleted', to: why }, now);
  enqueueLeadDeleted(lead);
  return asOf;
}

/** Restores a lead with notes and history; unsilences its number. Throws AppError `not_found` if not in the trash. */
export function restoreLead(id: number, actorId: string): Promise<Lead> {
  return inSharedTransaction(() => restoreLeadInTransaction(id, actorId));
}

const restoreHiddenLead = query<[{ id: number }]>(
  'UPDATE leads SET deleted_at = NULL WHERE id = :id AND deleted_at IS NOT NULL AND joined_into IS NULL',
);

/** `restoreLead` in the caller's transaction. */
export function restoreLeadInTransaction(id: number, actorId: string): Lead {
  if (restoreHiddenLead().run({ id }).changes === 0) throw new AppError('not_found');
  // What we wrote may have failed meanwhile.
  updateAwaitingReply(id);
  updateFirstContact(id);
  const lead = findLead(id);
  for (const phone_key of numbersOfLead(lead)) deleteSilenced().run({ phone_key });
  const now = new Date().toISOString();
  recordEvent(id, actorId, { type: 'restored' }, now);
  if (isUntouched(lead)) restartTimer(id, now);
  enqueueLeadRestored(lead);
  return findLead(id);
}

const selectDeletion = query<[{ id: number }], LeadDeletion>(
  `SELECT deleted_at,
     (SELECT profiles.name FROM lead_events LEFT JOIN profiles ON profiles.id = lead_events.actor_id
      WHERE lead_id = leads.id AND type = 'deleted'
      ORDER BY lead_events.created_at DESC, lead_events.id DESC LIMIT 1) AS deleted_by
   FROM leads WHERE id = :id AND deleted_at IS NOT NULL AND joined_into IS NULL`,
);

/** Who put a lead in the trash, and when. Throws AppError `not_found` if it is not there. */
export function findDeletion(id: number): LeadDeletion {
  return requireFound(selectDeletion().get({ id }));
}

const selectDeletedLeads = leadQuery<{ deleted_at: string; id: number; limit: number }, DeletedLead>(
  `SELECT ${LEAD_COLUMNS}, deleted_at FROM leads INDEXED BY leads_deleted
   WHERE deleted_at IS NOT NULL AND joined_into IS NULL AND (deleted_at, id) < (:deleted_at, :id)
   ORDER BY deleted_at DESC, id DESC LIMIT :limit`,
);

/** The trash, last deleted first, 50 at a time. */
export function listTrash(cursor?: string): TrashPage {
  const after = cursor ? decodeCursor(cursor) : undefined;
  const start = after ? { deleted_at: after.created_at, id: after.id } : NEWEST_FIRST;
  const found = selectDeletedLeads().all({ ...start, limit: ROWS_TO_READ });
  const { rows, next_cursor } = toPage(found, ({ id, deleted_at }) => encodeCursor({ created_at: deleted_at, id }));
  return { leads: rows, next_cursor };
}

/**
 * Purges leads with their notes, events and merged leads. Several per statement, because the full-text indexes flush to
 * disk once per statement, which takes most of the time.
 */
const deleteLeadsInTrashBefore = query<[{ before: string; limit: number }]>(
  `DELETE FROM leads WHERE id IN (
     SELECT id FROM leads INDEXED BY leads_deleted WHERE deleted_at < :before AND deleted_at IS NOT NULL AND joined_into IS NULL
     ORDER BY deleted_at LIMIT :limit
   )`,
);

/** Purges leads after 30 days in the trash. Returns how many. */
export function purgeTrash(now = Date.now()): Promise<number> {
  const before = new Date(now - TRASH_DAYS * DAY_MS).toISOString();
  return removeInSlices(deleteLeadsInTrashBefore, { before });
}
