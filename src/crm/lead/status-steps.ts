import { atom } from 'nanostores';
import type { LeadStatus } from '~/shared/leads/enums';

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

/** A lead whose status was set by key: its row, or its sheet, asks the same as after a press. */
export const $stepAsked = atom<{ leadId: number; step: StatusStep; inSheet: boolean } | null>(null);
