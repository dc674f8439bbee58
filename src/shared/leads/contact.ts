import type { z } from '../zod';
import type { contactAttemptSchema } from './answers/leads';

/** The ways to contact a person. */
export const CONTACT_CHANNELS = ['whatsapp', 'call', 'email'] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

/** How a call may end. */
export const CALL_OUTCOMES = ['answered', 'no_answer', 'message'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** A user opened a way to a lead. */
export type ContactAttempt = z.infer<typeof contactAttemptSchema>;

/** Undefined in the answers of an older server that runs at the same time as this version. */
type Attempted = { attempts?: readonly ContactAttempt[] };

/** The attempt of this user of which they have not said what came of it, if there is one. */
export function ownAttempt({ attempts = [] }: Attempted, userId: string): ContactAttempt | undefined {
  return attempts.find(({ user_id }) => user_id === userId);
}

/** The latest attempt of somebody else. */
export function othersAttempt({ attempts = [] }: Attempted, userId: string): ContactAttempt | undefined {
  return attempts.findLast(({ user_id }) => user_id !== userId);
}
