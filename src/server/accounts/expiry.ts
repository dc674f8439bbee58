import { removeInSlices } from '../database/slices';
import { deleteExpiredSessions } from '../sessions/session-queries';
import { deleteExpiredSignUps } from './sign-up-queries';
import { deleteExpiredTokens } from './token-queries';

/** Removes expired sessions, one-time tokens and sign-ups; returns how many. */
export async function removeExpiredCredentials(): Promise<number> {
  const expired = { now: new Date().toISOString() };
  const sessions = await removeInSlices(deleteExpiredSessions, expired);
  const signUps = await removeInSlices(deleteExpiredSignUps, expired);
  return sessions + signUps + (await removeInSlices(deleteExpiredTokens, expired));
}
