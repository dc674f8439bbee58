import type { z } from '../zod';
import type { contactAttemptSchema } from './answers/leads';

export const CONTACT_CHANNELS = ['whatsapp', 'call', 'email'] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

export const CALL_OUTCOMES = ['answered', 'no_answer', 'message'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export type ContactAttempt = z.infer<typeof contactAttemptSchema>;

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
