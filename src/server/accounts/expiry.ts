import { deleteExpiredSessions } from './session-queries';
import { deleteExpiredTokens } from './token-queries';

/** Removes sessions and one-time tokens that can never be used again; returns how many. */
export function removeExpiredCredentials(): number {
  const now = new Date().toISOString();
  return deleteExpiredSessions().run({ now }).changes + deleteExpiredTokens().run({ now }).changes;
}
