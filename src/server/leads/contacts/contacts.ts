import { isOpenAttempt } from '~/shared/leads/attempts';
import type { ContactChannel } from '~/shared/leads/enums';
import type { LeadEventType } from '~/shared/leads/event';
import type { ChangedLead, ContactAttempt, Lead } from '~/shared/leads/lead';
import type { ContactAnswer } from '~/shared/leads/schema';
import { waitingSince } from '~/shared/leads/waiting';
import { query } from '../../database/connection';
import { inSharedTransaction } from '../../database/group-commit';
import { recordEvent } from '../history/events';
import { updateLeadStatus } from '../lead-queries';
import { enqueueLeadUpdated } from '../lead-webhook';
import { describeChange, findFollowing, findLead } from '../leads';
import { markReplied } from '../messages/reply-state';
import { claimIfUnowned } from '../owners/owners';

/** Opening the same channel again within this time is a double press. */
const DOUBLE_PRESS_MS = 10_000;

export const EVENT_OF_CHANNEL: Record<ContactChannel, LeadEventType> = {
  whatsapp: 'whatsapp_opened',
  call: 'call_started',
  email: 'email_opened',
};

type AttemptKey = { lead_id: number; user_id: string };

export const putAttempt = query<[AttemptKey & Attempt]>(
  `INSERT INTO contact_attempts (lead_id, user_id, channel, opened_at)
   VALUES (:lead_id, :user_id, :channel, :opened_at)
   ON CONFLICT (lead_id, user_id) DO UPDATE SET channel = excluded.channel, opened_at = excluded.opened_at`,
);

export const selectAttempt = query<[AttemptKey], Attempt>(
  'SELECT channel, opened_at FROM contact_attempts WHERE lead_id = :lead_id AND user_id = :user_id',
);

/**
 * Records that a user opened WhatsApp, a call or an email to a lead, who becomes theirs if nobody's. That is an attempt, not yet a contact: while the
 * lead waits for its first contact or for an answer, and after every call, the panel asks how it went (`answerContact`).
 * @throws {AppError} `not_found`
 */
export function openContact(id: number, channel: ContactChannel, userId: string, claim = true): Promise<ChangedLead> {
  return inSharedTransaction(() => {
    const lead = findFollowing(id);
    const key = { lead_id: lead.id, user_id: userId };
    const now = new Date();
    if (waitingSince(lead) !== null || channel === 'call') {
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

export const deleteAttempt = query<[AttemptKey]>(
  'DELETE FROM contact_attempts WHERE lead_id = :lead_id AND user_id = :user_id',
);

/**
 * Records whether a user reached the lead, how their call ended, or that they have answered elsewhere. Reaching a new
 * lead sets its first contact to the time of the attempt and its status to Contactado; reaching one that awaits a reply
 * ends that wait; reaching nobody's makes it the user's. Does nothing without a matching open attempt or wait: it was
 * answered already, or somebody else has contacted the lead.
 * @throws {AppError} `not_found`
 */
export function answerContact(id: number, answer: ContactAnswer, userId: string): Promise<ChangedLead> {
  return inSharedTransaction(() => {
    const lead = findFollowing(id);
    const key = { lead_id: lead.id, user_id: userId };
    const now = new Date().toISOString();
    const attempt = findAnswered(lead, answer, key, now);
    if (!attempt) return describeChange(lead, lead);
    const { channel, opened_at } = attempt;
    const outcome = answer.outcome ?? (answer.contacted === false ? 'no_answer' : 'answered');
    const isReached = outcome === 'answered';
    const since = isReached ? lead.awaiting_reply_since : null;
    const told: { type: LeadEventType; to: string } =
      channel === 'call'
        ? { type: 'call_ended', to: outcome }
        : { type: isReached ? 'contact_confirmed' : 'contact_denied', to: channel };
    recordEvent(lead.id, userId, { ...told, ...(since && { field: 'awaiting_reply_since', from: since }) }, now);
    // What they wrote after the attempt is still to be answered.
    if (since) markReplied(lead.id, opened_at > since ? opened_at : since);
    const isFirst = isReached && lead.estado === 'nuevo';
    // Where it would not be asked about any more it stays: undoing this asks again.
    if (!isReached || (channel === 'call' && lead.first_contacted_at !== null)) deleteAttempt().run(key);
    if (isFirst) {
      const change = { type: 'changed', field: 'estado', from: lead.estado, to: 'contactado' } as const;
      recordEvent(lead.id, userId, change, now);
      const first_contacted_at = lead.first_contacted_at ?? opened_at;
      updateLeadStatus().run({ id: lead.id, estado: 'contactado', first_contacted_at });
      enqueueLeadUpdated(findLead(lead.id), lead, ['estado']);
    }
    const saved = findLead(lead.id);
    return describeChange(lead, isReached ? claimIfUnowned(saved, userId, now) : saved);
  });
}

type Attempt = Pick<ContactAttempt, 'channel' | 'opened_at'>;

/** The attempt that an answer is about, if the panel still asks about it; that somebody answered elsewhere is one of now. */
function findAnswered(
  lead: Lead,
  { outcome, replied_to }: ContactAnswer,
  key: { lead_id: number; user_id: string },
  now: string,
): Attempt | null {
  if (replied_to !== undefined)
    return lead.awaiting_reply_since === replied_to ? { channel: 'whatsapp', opened_at: now } : null;
  const attempt = selectAttempt().get(key);
  if (!attempt || !isOpenAttempt(lead, attempt)) return null;
  return attempt.channel === 'call' || outcome === undefined ? attempt : null;
}
