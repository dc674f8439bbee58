import type { LeadStatus } from './enums';
import type { ContactAttempt, Lead } from './lead';

/** Won or lost: nobody follows it up, unless a day was set since. */
export function isClosed({ estado }: { estado: LeadStatus }): boolean {
  return estado === 'ganado' || estado === 'perdido';
}

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

/** Whether it came from the site or a program: neither entered by hand nor imported. */
export function isInbound(lead: { source: string; import_id?: number | null }): boolean {
  return lead.source !== 'crm_manual' && lead.import_id === null;
}

/** Undefined in answers of an older server running beside this version. */
type Attempted = { attempts?: readonly ContactAttempt[] };

/** This user's attempt without an outcome, if any. */
export function ownAttempt({ attempts = [] }: Attempted, userId: string): ContactAttempt | undefined {
  return attempts.find(({ user_id }) => user_id === userId);
}

/** The latest attempt of somebody else. */
export function othersAttempt({ attempts = [] }: Attempted, userId: string): ContactAttempt | undefined {
  return attempts.findLast(({ user_id }) => user_id !== userId);
}
