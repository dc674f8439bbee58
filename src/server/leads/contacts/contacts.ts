import type { ContactChannel } from '~/shared/leads/enums';
import type { LeadEventType } from '~/shared/leads/event';
import type { ChangedLead, ContactAttempt, Lead } from '~/shared/leads/lead';
import type { ContactAnswer } from '~/shared/leads/schema';
import { isWaiting } from '~/shared/leads/waiting';
import { inSharedTransaction } from '../../database/group-commit';
import { recordEvent } from '../history/events';
import { updateLeadStatus } from '../lead-queries';
import { enqueueLeadUpdated } from '../lead-webhook';
import { describeChange, findFollowing, findLead } from '../leads';
import { claimIfUnowned } from '../owners/owners';
import { deleteAttempt, putAttempt, selectAttempt } from './contact-queries';

/** Opening the same channel again within this time is a double press. */
const DOUBLE_PRESS_MS = 10_000;

export const EVENT_OF_CHANNEL: Record<ContactChannel, LeadEventType> = {
  whatsapp: 'whatsapp_opened',
  call: 'call_started',
  email: 'email_opened',
};

/**
 * Records that a user opened WhatsApp, a call or an email to a lead, who becomes theirs if nobody's. That is an attempt, not yet a contact: while the
 * lead waits for its first contact, and after every call, the panel asks how it went (`answerContact`).
 * @throws {AppError} `not_found`
 */
export function openContact(id: number, channel: ContactChannel, userId: string, claim = true): Promise<ChangedLead> {
  return inSharedTransaction(() => {
    const lead = findFollowing(id);
    const key = { lead_id: lead.id, user_id: userId };
    const now = new Date();
    if (isWaiting(lead) || channel === 'call') {
      const before = selectAttempt().get(key);
      if (before?.channel === channel && now.getTime() - Date.parse(before.opened_at) < DOUBLE_PRESS_MS)
        return describeChange(lead, lead);
      putAttempt().run({ ...key, channel, opened_at: now.toISOString() });
    }
    recordEvent(lead.id, userId, { type: EVENT_OF_CHANNEL[channel] }, now.toISOString());
    if (claim) claimIfUnowned(lead, userId, now.toISOString());
    return describeChange(lead, findLead(lead.id));
  });
}

/**
 * Records whether a user reached the lead, or how their call ended. Reaching a new lead sets its first contact to the
 * time of the attempt and its status to Contactado. Does nothing without a matching open attempt: it was answered
 * already, or somebody else has contacted the lead.
 * @throws {AppError} `not_found`
 */
export function answerContact(id: number, answer: ContactAnswer, userId: string): Promise<ChangedLead> {
  return inSharedTransaction(() => {
    const lead = findFollowing(id);
    const key = { lead_id: lead.id, user_id: userId };
    const attempt = selectAttempt().get(key);
    if (!attempt || !isExpected(lead, attempt, answer)) return describeChange(lead, lead);
    const now = new Date().toISOString();
    const { channel, opened_at } = attempt;
    const outcome = answer.outcome ?? (answer.contacted ? 'answered' : 'no_answer');
    const isReached = outcome === 'answered';
    const confirmation = isReached ? 'contact_confirmed' : 'contact_denied';
    const event = channel === 'call' ? { type: 'call_ended', to: outcome } : { type: confirmation, to: channel };
    recordEvent(lead.id, userId, event as { type: LeadEventType; to: string }, now);
    if (!isReached || lead.estado !== 'nuevo') {
      deleteAttempt().run(key);
      return describeChange(lead, findLead(lead.id));
    }
    // Keep the attempt: undoing this asks again.
    const change = { type: 'changed', field: 'estado', from: lead.estado, to: 'contactado' } as const;
    recordEvent(lead.id, userId, change, now);
    const first_contacted_at = lead.first_contacted_at ?? opened_at;
    updateLeadStatus().get({ id: lead.id, estado: 'contactado', first_contacted_at });
    const saved = findLead(lead.id);
    enqueueLeadUpdated(saved, lead, ['estado']);
    return describeChange(lead, claimIfUnowned(saved, userId, now));
  });
}

/** Whether the answer fits what the panel asks about the attempt. */
function isExpected(
  lead: Lead,
  { channel, opened_at }: Pick<ContactAttempt, 'channel' | 'opened_at'>,
  { outcome }: ContactAnswer,
): boolean {
  if (channel !== 'call') return isWaiting(lead) && outcome === undefined;
  return isWaiting(lead) || opened_at > (lead.first_contacted_at ?? '');
}
