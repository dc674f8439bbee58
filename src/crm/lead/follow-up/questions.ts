import { atom } from 'nanostores';
import type { LeadStatus } from '~/shared/leads/enums';
import type { ContactAttempt, Lead } from '~/shared/leads/lead';
import { isClosed, isWaiting, othersAttempt, ownAttempt } from '~/shared/leads/state';

/** The lead just contacted here, as it was then: its next contact is asked for. */
export const $asking = atom<Lead | null>(null);

/** The lead whose next contact is being chosen, and the button pressed for it. */
export const $planning = atom<{ leadId: number; anchor: HTMLElement } | null>(null);

/** Whether a menu of the list is open, which needs its row. */
export function isChoosing(): boolean {
  return $planning.get() !== null || document.querySelector('.lead-list :popover-open') !== null;
}

/** Statuses followed by a question in the same popover; each can be skipped. */
export type StatusStep = Extract<LeadStatus, 'perdido' | 'ganado'>;

/** The question after this status, or null. */
export function stepAfter(estado: LeadStatus): StatusStep | null {
  return estado === 'perdido' || estado === 'ganado' ? estado : null;
}

/**
 * The lead whose row asks the follow-up question. The row stays until this is null, even if the choice takes it out of
 * the list.
 */
export const $answering = atom<number | null>(null);

/** The open lead's status was set by key: its sheet asks the same as after a press. */
export const $stepAsked = atom<{ leadId: number; step: StatusStep } | null>(null);

/** Ends the next-contact question. */
export function stopAsking(leadId: number): void {
  if ($asking.get()?.id === leadId) $asking.set(null);
}

/** The user's attempt whose outcome is asked for. Calls always; others only while the lead awaits its first contact. */
function openAttempt(lead: Lead, userId: string): ContactAttempt | undefined {
  const own = ownAttempt(lead, userId);
  return own && (own.channel === 'call' || isWaiting(lead)) ? own : undefined;
}

/** The colleague's attempt that a lead mentions. */
export function noteOf(lead: Lead, userId: string): ContactAttempt | undefined {
  return isWaiting(lead) && !openAttempt(lead, userId) ? othersAttempt(lead, userId) : undefined;
}

/** What a user is asked about a lead: the outcome of their attempt, or the next contact. */
export type Question = ContactAttempt | 'next';

/**
 * A lead's one open question, wherever it is shown. Whatever settles it ends it, whoever does that and wherever: the
 * answer, another day for the next contact, the lead's end.
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
