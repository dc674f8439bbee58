import type { ContactAttempt, Lead } from './lead';
import { isWaiting } from './waiting';

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

/**
 * Whether it is still to be told how an attempt ended: while the person waits for a first contact, or for an answer since
 * before it; of a call, until then in any case.
 */
export function isOpenAttempt(
  lead: Pick<Lead, 'estado' | 'first_contacted_at' | 'awaiting_reply_since'>,
  { channel, opened_at }: Pick<ContactAttempt, 'channel' | 'opened_at'>,
): boolean {
  const { first_contacted_at, awaiting_reply_since } = lead;
  if (isWaiting(lead) || (channel === 'call' && opened_at > (first_contacted_at ?? ''))) return true;
  return awaiting_reply_since !== null && opened_at >= awaiting_reply_since;
}
