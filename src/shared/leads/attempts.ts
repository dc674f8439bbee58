import type { ContactAttempt } from './lead';

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
