import { removeInSlices } from '../slices';
import { deleteUnverifiedSignUps } from './account-queries';
import { deleteExpiredSessions } from './session-queries';
import { deleteExpiredTokens } from './token-queries';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Removes sessions and one-time tokens that can never be used again; returns how many. */
export async function removeExpiredCredentials(): Promise<number> {
  const expired = { now: new Date().toISOString() };
  const sessions = await removeInSlices(deleteExpiredSessions, expired);
  return sessions + (await removeInSlices(deleteExpiredTokens, expired));
}

/** Removes sign-ups whose email nobody verified within a week; returns how many. */
export function removeUnverifiedSignUps(): Promise<number> {
  const before = new Date(Date.now() - WEEK_MS).toISOString();
  return removeInSlices(deleteUnverifiedSignUps, { before });
}
