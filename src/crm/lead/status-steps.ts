import { atom } from 'nanostores';
import type { LeadStatus } from '~/shared/leads/lead';

/** What is asked, in the same popover, after one of these statuses was chosen; each can be skipped. */
export type StatusStep = Extract<LeadStatus, 'perdido' | 'ganado'>;

/** What is asked after this status; null for nothing. */
export function stepAfter(estado: LeadStatus): StatusStep | null {
  return estado === 'perdido' || estado === 'ganado' ? estado : null;
}

/** The lead of which a row asks what follows. Its row stays until this is null again, though what was chosen may take it out of the list. */
export const $answering = atom<number | null>(null);

/** A lead whose status was chosen by a key: its row, or its sheet, asks the same as after a press. */
export const $stepAsked = atom<{ leadId: number; step: StatusStep; inSheet: boolean } | null>(null);
