import type { Lead } from '~/shared/leads/lead';
import { isWaiting } from '~/shared/leads/waiting';
import { query } from '../../database/connection';
import { announceAwaiting } from '../../notices/lead-notices';
import { stopTimer } from '../../notices/response-timers/response-timers';
import { movesNew } from '../../whatsapp/connection';
import { recordEvent } from '../history/events';
import { updateLeadStatus } from '../lead-queries';
import { enqueueLeadUpdated } from '../lead-webhook';
import { lookUpLead, restartTimerIfUntouched } from '../leads';
import { FAILED, type StoredMessage, selectFirstSent } from './message-queries';

/** While our last answer is newer than this, the two are chatting, and a notice of each message would only disturb. */
const CHATTING_MS = 10 * 60_000;

/**
 * Recomputes what depends on a lead's messages after one of them has failed, arrived after all (`isLive`), or come
 * again as a live one, in the caller's transaction.
 */
export function refreshReplyState(
  { lead_id, direction }: Pick<StoredMessage, 'lead_id' | 'direction'>,
  { isLive }: { isLive: boolean },
): void {
  if (lead_id === null) return;
  const isNewlyAwaited = updateAwaitingReply(lead_id);
  if (direction === 'out') updateFirstContact(lead_id, { isLive });
  const lead = lookUpLead(lead_id);
  if (lead && isNewlyAwaited) notifyAwaiting(lead);
}

type OfLead = [{ lead_id: number }];

/**
 * When they first wrote after our last message that did not fail, and after what somebody has answered elsewhere, here or
 * in a lead joined into this one; null if they have not.
 */
const selectAwaited = query<OfLead, { since: string | null }>(
  `SELECT min(at) AS since FROM messages
   WHERE lead_id = :lead_id AND direction = 'in' AND is_past = 0 AND at > coalesce((
     SELECT at FROM messages WHERE lead_id = :lead_id AND direction = 'out' AND NOT ${FAILED} ORDER BY at DESC LIMIT 1
   ), '') AND at > coalesce((SELECT replied_until FROM leads WHERE id = :lead_id), '') AND at > coalesce((
     SELECT max(replied_until) FROM leads WHERE joined_into = :lead_id
   ), '')`,
);

const selectAwaitingSince = query<OfLead, { since: string | null }>(
  'SELECT awaiting_reply_since AS since FROM leads WHERE id = :lead_id',
);

const updateAwaitingSince = query<[{ lead_id: number; since: string | null }]>(
  'UPDATE leads SET awaiting_reply_since = :since WHERE id = :lead_id',
);

/** Recomputes since when a lead awaits our reply, in the caller's transaction. Returns whether it has just begun to. */
export function updateAwaitingReply(lead_id: number): boolean {
  const before = selectAwaitingSince().get({ lead_id })?.since ?? null;
  const since = selectAwaited().get({ lead_id })?.since ?? null;
  if (since !== before) updateAwaitingSince().run({ lead_id, since });
  return before === null && since !== null;
}

const updateRepliedUntil = query<[{ lead_id: number; until: string }]>(
  'UPDATE leads SET replied_until = :until WHERE id = :lead_id',
);

/** Somebody has answered elsewhere what the person wrote until then, in the caller's transaction. */
export function markReplied(lead_id: number, until: string): void {
  updateRepliedUntil().run({ lead_id, until });
  updateAwaitingReply(lead_id);
}

/** Lets the person wait again since then, unless we have written meanwhile, in the caller's transaction. */
export function resumeWait(lead_id: number, since: string): void {
  markReplied(lead_id, new Date(Date.parse(since) - 1).toISOString());
}

const selectAllAwaiting = query<[], { lead_id: number; since: string }>(
  `SELECT id AS lead_id, awaiting_reply_since AS since FROM leads INDEXED BY leads_awaiting_reply
   WHERE deleted_at IS NULL AND awaiting_reply_since IS NOT NULL`,
);

/** Everything that they have written is answered, though Meta's clock may be ahead of ours. */
const updateRepliedToAll = query<[{ lead_id: number; now: string }]>(
  `UPDATE leads SET awaiting_reply_since = NULL,
     replied_until = max(:now, coalesce((SELECT max(at) FROM messages WHERE lead_id = :lead_id), ''))
   WHERE id = :lead_id`,
);

const selectDeletedWithMessages = query<[], { lead_id: number }>(
  `SELECT id AS lead_id FROM leads INDEXED BY leads_deleted
   WHERE deleted_at IS NOT NULL AND EXISTS (SELECT 1 FROM messages WHERE messages.lead_id = leads.id)`,
);

/** Ends every wait, in the caller's transaction: the number that they wrote to is disconnected. */
export function endAllWaits(actorId: string): void {
  const now = new Date().toISOString();
  for (const { lead_id, since } of selectAllAwaiting().all()) {
    updateRepliedToAll().run({ lead_id, now });
    const lead = lookUpLead(lead_id);
    if (lead && !isWaiting(lead)) stopTimer(lead_id);
    recordEvent(lead_id, actorId, { type: 'changed', field: 'awaiting_reply_since', from: since }, now);
  }
  // They would wait again once they are restored.
  for (const { lead_id } of selectDeletedWithMessages().all()) updateRepliedToAll().run({ lead_id, now });
}

/** Our last message that did not fail. */
const selectLastSent = query<OfLead, { at: string }>(
  `SELECT at FROM messages WHERE lead_id = :lead_id AND direction = 'out' AND NOT ${FAILED} ORDER BY at DESC LIMIT 1`,
);

/** Starts a timer for somebody who awaits a reply, in the caller's transaction, and notifies unless chatting. */
export function notifyAwaiting({ id, owner_id }: Lead): void {
  const now = Date.now();
  const answered = selectLastSent().get({ lead_id: id })?.at;
  const passed = now - Date.parse(answered ?? '');
  // Not by an answer from the future: the clock was set back since.
  const isChatting = passed >= 0 && passed < CHATTING_MS;
  announceAwaiting(id, owner_id, new Date(now).toISOString(), { isSilent: isChatting });
}

/** Whether a message of this moment failed. */
const selectFailedAt = query<[{ lead_id: number; at: string }], { id: number }>(
  `SELECT id FROM messages WHERE lead_id = :lead_id AND at = :at AND direction = 'out' AND ${FAILED} LIMIT 1`,
);

/** How many of our live messages did not fail, counted up to two. */
const countSent = query<[{ lead_id: number; created_at: string }], { total: number }>(
  `SELECT count(*) AS total FROM (
     SELECT 1 FROM messages
     WHERE lead_id = :lead_id AND direction = 'out' AND at >= :created_at AND is_past = 0 AND NOT ${FAILED} LIMIT 2
   )`,
);

/** For a lead that we have written to: nobody is asked any more whether WhatsApp reached it. */
const deleteChatAttempts = query<OfLead>(
  "DELETE FROM contact_attempts WHERE lead_id = :lead_id AND channel = 'whatsapp'",
);

/**
 * Recomputes a live lead's first contact from our messages, in the caller's transaction: the first one since it came
 * that did not fail, unless an earlier contact is known. `isLive`: one of ours was just sent or received; if it is the
 * first, 'Nuevo' becomes 'Contactado' if the connection is set so. `since`: messages from then on count, although the
 * lead came later.
 */
export function updateFirstContact(
  lead_id: number,
  { isLive = false, since }: { isLive?: boolean; since?: string } = {},
): void {
  const lead = lookUpLead(lead_id);
  if (!lead) return;
  const { estado, first_contacted_at: known } = lead;
  const created_at = since ?? lead.created_at;
  const first = selectFirstSent().get({ lead_id, created_at })?.at ?? null;
  if (first === null) {
    if (known !== null && selectFailedAt().get({ lead_id, at: known })) revertContact(lead);
    return;
  }
  deleteChatAttempts().run({ lead_id });
  const isEarliest = known === null || first < known || selectFailedAt().get({ lead_id, at: known });
  const first_contacted_at = isEarliest ? first : known;
  const isFirst = isLive && (known === null || countSent().get({ lead_id, created_at })?.total === 1);
  if (estado === 'nuevo' && isFirst && movesNew()) changeStatus(lead, 'contactado', first_contacted_at);
  else if (first_contacted_at !== known) updateLeadStatus().run({ id: lead_id, estado, first_contacted_at });
}

const selectLastStatusChange = query<
  OfLead,
  { actor_id: string | null; from_value: string | null; to_value: string | null }
>(
  `SELECT actor_id, from_value, to_value FROM lead_events INDEXED BY lead_events_newest
   WHERE lead_id = :lead_id AND field = 'estado' ORDER BY created_at DESC, id DESC LIMIT 1`,
);

/** Reverts a first contact whose messages all failed, unless somebody chose a status that implies it since. */
function revertContact(lead: Lead): void {
  if (lead.estado === 'nuevo') {
    updateLeadStatus().run({ id: lead.id, estado: 'nuevo', first_contacted_at: null });
  } else {
    const last = selectLastStatusChange().get({ lead_id: lead.id });
    const isAutomatic = last?.actor_id === null && last.from_value === 'nuevo' && last.to_value === lead.estado;
    if (!isAutomatic) return;
    changeStatus(lead, 'nuevo', null);
  }
  const after = lookUpLead(lead.id);
  if (after) restartTimerIfUntouched(lead, after);
}

/** Changes the status as the system, without an actor. */
function changeStatus(lead: Lead, estado: Lead['estado'], first_contacted_at: string | null): void {
  const now = new Date().toISOString();
  updateLeadStatus().run({ id: lead.id, estado, first_contacted_at });
  recordEvent(lead.id, null, { type: 'changed', field: 'estado', from: lead.estado, to: estado }, now);
  const saved = lookUpLead(lead.id);
  if (saved) enqueueLeadUpdated(saved, lead, ['estado']);
}
