import { atom } from 'nanostores';
import { isOpenAttempt, othersAttempt, ownAttempt } from '~/shared/leads/attempts';
import type { LeadStatus } from '~/shared/leads/enums';
import type { ContactAttempt, Lead } from '~/shared/leads/lead';
import { isClosed, waitingSince } from '~/shared/leads/waiting';

/** The lead just contacted here, as it was then: its next contact is asked for. */
export const $justContacted = atom<Lead | null>(null);

/** The lead whose next contact is being chosen, and the button pressed for it. */
export const $dayPicker = atom<{ leadId: number; anchor: HTMLElement } | null>(null);

/** Whether a menu of the list is open, which needs its row. */
export function isRowMenuOpen(): boolean {
  return $dayPicker.get() !== null || document.querySelector('.lead-list :popover-open') !== null;
}

/** Statuses that close a lead. A question follows in the same popover, and can be skipped. */
export type ClosingStatus = Extract<LeadStatus, 'perdido' | 'ganado'>;

/** The status if it closes a lead, else null. */
export function asClosingStatus(estado: LeadStatus): ClosingStatus | null {
  return estado === 'perdido' || estado === 'ganado' ? estado : null;
}

/**
 * The lead whose row asks the follow-up question. The row stays until this is null, even if the choice takes it out of
 * the list.
 */
export const $keptRowId = atom<number | null>(null);

/** Ends the next-contact question. */
export function endNextContactQuestion(leadId: number): void {
  if ($justContacted.get()?.id === leadId) $justContacted.set(null);
}

/** The user's attempt whose outcome is asked for. */
function openAttempt(lead: Lead, userId: string): ContactAttempt | undefined {
  const own = ownAttempt(lead, userId);
  return own && isOpenAttempt(lead, own) ? own : undefined;
}

/** The colleague's attempt that a lead mentions. */
export function othersOpenAttempt(lead: Lead, userId: string): ContactAttempt | undefined {
  return waitingSince(lead) !== null && !openAttempt(lead, userId) ? othersAttempt(lead, userId) : undefined;
}

/** What a user is asked about a lead: the outcome of their attempt, or the next contact. */
export type Question = ContactAttempt | 'next';

/**
 * A lead's one open question, wherever it is shown. An answer, another day for the next contact or a closing status
 * ends it, also if a colleague makes the change.
 */
export function questionOf(lead: Lead, userId: string, justContacted: Lead | null): Question | null {
  const attempt = openAttempt(lead, userId);
  if (attempt) return attempt;
  const isSettled =
    justContacted?.id !== lead.id ||
    lead.next_contact_on !== justContacted.next_contact_on ||
    lead.next_contact_at !== justContacted.next_contact_at ||
    (isClosed(lead) && lead.estado !== justContacted.estado);
  return isSettled ? null : 'next';
}
