import { atom } from 'nanostores';
import { type ContactAttempt, othersAttempt, ownAttempt } from '~/shared/leads/contact';
import { isWaiting } from '~/shared/leads/filters';
import { isClosed, type Lead } from '~/shared/leads/lead';

/** The lead of which somebody here has just had a contact, as it was then: it is asked when to contact it next. */
export const $asking = atom<Lead | null>(null);

/** Ends the question when to contact a lead next. */
export function stopAsking(leadId: number): void {
  if ($asking.get()?.id === leadId) $asking.set(null);
}

/**
 * The attempt of somebody of which they are asked what came of it. Of a call always; of the others only while the lead waits
 * for its first contact.
 */
export function openAttempt(lead: Lead, userId: string): ContactAttempt | undefined {
  const own = ownAttempt(lead, userId);
  return own && (own.channel === 'call' || isWaiting(lead)) ? own : undefined;
}

/** The attempt of somebody else that is told of a lead. */
export function noteOf(lead: Lead, userId: string): ContactAttempt | undefined {
  return isWaiting(lead) && !openAttempt(lead, userId) ? othersAttempt(lead, userId) : undefined;
}

/** What somebody is asked about a lead: what came of an attempt of theirs, or when to contact it next. */
export type Question = ContactAttempt | 'next';

/**
 * The one question about a lead that stands, wherever it is shown. It ends with what settles it, whoever does that and
 * wherever: the answer, another day for the next contact, the lead's end.
 */
export function questionOf(lead: Lead, userId: string, asking: Lead | null): Question | null {
  const attempt = openAttempt(lead, userId);
  if (attempt) return attempt;
  const isSettled =
    asking?.id !== lead.id ||
    lead.next_contact_on !== asking.next_contact_on ||
    lead.next_contact_at !== asking.next_contact_at ||
    (isClosed(lead) && lead.estado !== asking.estado);
  return isSettled ? null : 'next';
}
