import type { LeadStatus } from './enums';
import type { Lead } from './lead';

/**
 * Whether nobody has contacted this lead yet. A lead contacted before it was entered, as those made by hand, has its
 * creation time as first contact: it is not waiting, and counts in no response time.
 */
export function isWaiting(lead: Pick<Lead, 'estado' | 'first_contacted_at'>): boolean {
  return lead.estado === 'nuevo' && lead.first_contacted_at === null;
}

/** Since when a lead waits for its first contact, else for an answer to a message; null: nobody waits. */
export function waitingSince(
  lead: Pick<Lead, 'estado' | 'first_contacted_at' | 'created_at' | 'awaiting_reply_since'>,
): string | null {
  return isWaiting(lead) ? lead.created_at : lead.awaiting_reply_since;
}

/** Won or lost: nobody follows it up, unless a day was set since. */
export function isClosed({ estado }: { estado: LeadStatus }): boolean {
  return estado === 'ganado' || estado === 'perdido';
}

/** Whether it came from the site or a program: neither entered by hand nor imported. */
export function isInbound(lead: { source: string; import_id?: number | null }): boolean {
  return lead.source !== 'crm_manual' && lead.import_id === null;
}
