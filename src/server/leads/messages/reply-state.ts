import type { Lead } from '~/shared/leads/lead';
import { isWaiting } from '~/shared/leads/waiting';
import { announceAwaiting } from '../../notices/lead-notices';
import { stopTimer } from '../../notices/response-timers/response-timers';
import { movesNew } from '../../whatsapp/connection';
import { recordEvent } from '../history/events';
import { updateLeadStatus } from '../lead-queries';
import { enqueueLeadUpdated } from '../lead-webhook';
import { lookUpLead, restartTimerIfUntouched } from '../leads';
import type { StoredMessage } from './received-queries';
import {
  countSent,
  deleteChatAttempts,
  selectAllAwaiting,
  selectAwaited,
  selectAwaitingSince,
  selectDeletedWithMessages,
  selectFailedAt,
  selectFirstSent,
  selectLastSent,
  selectLastStatusChange,
  updateAwaitingSince,
  updateRepliedToAll,
  updateRepliedUntil,
} from './reply-state-queries';

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

/** Recomputes since when a lead awaits our reply, in the caller's transaction. Returns whether it has just begun to. */
export function updateAwaitingReply(lead_id: number): boolean {
  const before = selectAwaitingSince().get({ lead_id })?.since ?? null;
  const since = selectAwaited().get({ lead_id })?.since ?? null;
  if (since !== before) updateAwaitingSince().run({ lead_id, since });
  return before === null && since !== null;
}

/** Somebody has answered elsewhere what the person wrote until then, in the caller's transaction. */
export function markReplied(lead_id: number, until: string): void {
  updateRepliedUntil().run({ lead_id, until });
  updateAwaitingReply(lead_id);
}

/** Lets the person wait again since then, unless we have written meanwhile, in the caller's transaction. */
export function resumeWait(lead_id: number, since: string): void {
  markReplied(lead_id, new Date(Date.parse(since) - 1).toISOString());
}

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

/** Starts a timer for somebody who awaits a reply, in the caller's transaction, and notifies unless chatting. */
export function notifyAwaiting({ id, owner_id }: Lead): void {
  const now = Date.now();
  const answered = selectLastSent().get({ lead_id: id })?.at;
  const passed = now - Date.parse(answered ?? '');
  // Not by an answer from the future: the clock was set back since.
  const isChatting = passed >= 0 && passed < CHATTING_MS;
  announceAwaiting(id, owner_id, new Date(now).toISOString(), { isSilent: isChatting });
}

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
  else if (first_contacted_at !== known) updateLeadStatus().get({ id: lead_id, estado, first_contacted_at });
}

/** Reverts a first contact whose messages all failed, unless somebody chose a status that implies it since. */
function revertContact(lead: Lead): void {
  if (lead.estado === 'nuevo') {
    updateLeadStatus().get({ id: lead.id, estado: 'nuevo', first_contacted_at: null });
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
  updateLeadStatus().get({ id: lead.id, estado, first_contacted_at });
  recordEvent(lead.id, null, { type: 'changed', field: 'estado', from: lead.estado, to: estado }, now);
  const saved = lookUpLead(lead.id);
  if (saved) enqueueLeadUpdated(saved, lead, ['estado']);
}
