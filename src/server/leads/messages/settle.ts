import type { Lead } from '~/shared/leads/lead';
import { movesNew } from '../../whatsapp/connection';
import { recordEvent } from '../history/events';
import { updateLeadStatus } from '../lead-queries';
import { enqueueLeadUpdated } from '../lead-webhook';
import { isUntouched, lookUpLead, watchUntouched } from '../leads';
import {
  countOurs,
  deleteChatAttempts,
  selectAwaited,
  selectAwaitingSince,
  selectFailedAt,
  selectFirstOurs,
  selectLastStatusChange,
  updateAwaitingSince,
} from './settle-queries';

/**
 * Settles since when a lead awaits our answer, in the caller's transaction, after its messages or their failures have
 * changed. Returns whether it awaits one that it did not await before.
 */
export function settleAwaiting(lead_id: number): boolean {
  const before = selectAwaitingSince().get({ lead_id })?.since ?? null;
  const since = selectAwaited().get({ lead_id })?.since ?? null;
  if (since !== before) updateAwaitingSince().run({ lead_id, since });
  return before === null && since !== null;
}

/**
 * Settles a live lead's first contact by our messages, in the caller's transaction: the first one since it came that
 * did not fail, unless an earlier contact is known. `isNews`: one of ours has just been written or heard; if it is the
 * first, 'Nuevo' becomes 'Contactado' where the connection says so.
 */
export function settleContact(lead_id: number, { isNews = false } = {}): void {
  const lead = lookUpLead(lead_id);
  if (!lead) return;
  const { created_at, estado, first_contacted_at: known } = lead;
  const first = selectFirstOurs().get({ lead_id, created_at })?.at ?? null;
  if (first === null) {
    if (known !== null && selectFailedAt().get({ lead_id, at: known })) takeContactBack(lead);
    return;
  }
  deleteChatAttempts().run({ lead_id });
  const isEarliest = known === null || first < known || selectFailedAt().get({ lead_id, at: known });
  const first_contacted_at = isEarliest ? first : known;
  const isFirst = isNews && (known === null || countOurs().get({ lead_id, created_at })?.total === 1);
  const moves = estado === 'nuevo' && isFirst && movesNew();
  if (moves) moveByItself(lead, 'contactado', first_contacted_at);
  else if (first_contacted_at !== known) updateLeadStatus().get({ id: lead_id, estado, first_contacted_at });
}

/**
 * Nothing of ours reached the person. What the CRM concluded by itself is taken back; a status that somebody chose
 * since stays, with the contact that it implies.
 */
function takeContactBack(lead: Lead): void {
  if (lead.estado === 'nuevo') {
    updateLeadStatus().get({ id: lead.id, estado: 'nuevo', first_contacted_at: null });
  } else {
    const last = selectLastStatusChange().get({ lead_id: lead.id });
    const isByItself =
      last?.actor_id === null && last.from_value === 'nuevo' && last.to_value === lead.estado;
    if (!isByItself) return;
    moveByItself(lead, 'nuevo', null);
  }
  const after = lookUpLead(lead.id);
  if (after && isUntouched(after)) watchUntouched(lead, after);
}

function moveByItself(lead: Lead, estado: Lead['estado'], first_contacted_at: string | null): void {
  const now = new Date().toISOString();
  updateLeadStatus().get({ id: lead.id, estado, first_contacted_at });
  recordEvent(lead.id, null, { type: 'changed', field: 'estado', from: lead.estado, to: estado }, now);
  const saved = lookUpLead(lead.id);
  if (saved) enqueueLeadUpdated(saved, lead, ['estado']);
}
