import { removeInSlices } from '../database/slices';
import { removeSpentChallenges } from '../passkeys/webauthn';
import { removeExpiredSteps } from '../second-factor/own-second-factor';
import { removeOldBrowsers } from '../sessions/known-browsers';
import { deleteExpiredSessions } from '../sessions/session-queries';
import { removeOldInvitations } from './invitations/invitations';
import { deleteExpiredTokens } from './one-time-token-queries';
import { deleteExpiredSignUps } from './sign-up-queries';

/** Removes expired sessions, tokens, sign-ups, invitations, second steps, challenges and browsers; returns how many. */
export async function removeExpiredCredentials(): Promise<number> {
  const expired = { now: new Date().toISOString() };
  const counts = [
    await removeInSlices(deleteExpiredSessions, expired),
    await removeInSlices(deleteExpiredSignUps, expired),
    await removeInSlices(deleteExpiredTokens, expired),
    await removeOldInvitations(),
    await removeSpentChallenges(),
    await removeExpiredSteps(),
    await removeOldBrowsers(),
  ];
  return counts.reduce((sum, count) => sum + count);
}
