import type { Lead, LeadDeletion, TrashPage } from '~/shared/leads/lead';
import { encodeCursor } from '~/shared/paging';
import { AppError, requireFound } from '../app-error';
import { inSharedTransaction } from '../database/group-commit';
import { decodeCursor, ROWS_TO_READ, toPage } from '../database/paging';
import { removeInSlices } from '../database/slices';
import { restartTimer } from '../notices/response-timers/response-timers';
import { recordEvent } from './history/events';
import {
  deleteLeadsInTrashBefore,
  hideLead,
  restoreHiddenLead,
  selectDeletedLeads,
  selectDeletion,
} from './lead-queries';
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

/** `restoreLead` in the caller's transaction. */
export function restoreLeadInTransaction(id: number, actorId: string): Lead {
  if (restoreHiddenLead().run({ id }).changes === 0) throw new AppError('not_found');
  // What we wrote may have failed meanwhile.
  updateAwaitingReply(id);
  updateFirstContact(id);
  const lead = findLead(id);
  for (const phone_key of numbersOfLead(lead)) deleteSilenced().run({ phone_key });
  const now = new Date().toISOString();
  const as_of = recordEvent(id, actorId, { type: 'restored' }, now);
  if (isUntouched(lead)) restartTimer(id, now);
  enqueueLeadRestored(lead);
  return { ...lead, as_of, last_activity_at: now };
}

/** Who put a lead in the trash, and when. Throws AppError `not_found` if it is not there. */
export function findDeletion(id: number): LeadDeletion {
  return requireFound(selectDeletion().get({ id }));
}

/** The trash, last deleted first, 50 at a time. */
export function listTrash(cursor?: string): TrashPage {
  const after = cursor ? decodeCursor(cursor) : undefined;
  const start = after ? { deleted_at: after.created_at, id: after.id } : NEWEST_FIRST;
  const found = selectDeletedLeads().all({ ...start, limit: ROWS_TO_READ });
  const { rows, next_cursor } = toPage(found, ({ id, deleted_at }) => encodeCursor({ created_at: deleted_at, id }));
  return { leads: rows, next_cursor };
}

/** Purges leads after 30 days in the trash. Returns how many. */
export function purgeTrash(now = Date.now()): Promise<number> {
  const before = new Date(now - TRASH_DAYS * DAY_MS).toISOString();
  return removeInSlices(deleteLeadsInTrashBefore, { before });
}
