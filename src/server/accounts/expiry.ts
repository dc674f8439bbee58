import { deleteUnverifiedSignUps } from './account-queries';
import { deleteExpiredSessions } from './session-queries';
import { deleteExpiredTokens } from './token-queries';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Removes sessions and one-time tokens that can never be used again; returns how many. */
export function removeExpiredCredentials(): number {
  const now = new Date().toISOString();
  return deleteExpiredSessions().run({ now }).changes + deleteExpiredTokens().run({ now }).changes;
}

/** Removes sign-ups whose email nobody verified within a week; returns how many. */
export function removeUnverifiedSignUps(): number {
  return deleteUnverifiedSignUps().run({ before: new Date(Date.now() - WEEK_MS).toISOString() }).changes;
}
