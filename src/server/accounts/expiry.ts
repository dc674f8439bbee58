import { deleteBatch } from '../database/connection';
import { removeInSlices } from '../database/slices';
import { removeSpentChallenges } from '../passkeys/webauthn';
import { removeExpiredSteps } from '../second-factor/own-second-factor';
import { removeOldBrowsers } from '../sessions/known-browsers';
import { removeOldInvitations } from './invitations/invitations';

const deleteExpiredTokens = deleteBatch<{ now: string }>('one_time_tokens', 'token_hash', 'expires_at <= :now');

const deleteExpiredSignUps = deleteBatch<{ now: string }>('sign_ups', 'id', 'expires_at <= :now');

const deleteExpiredSessions = deleteBatch<{ now: string }>('sessions', 'token_hash', 'idle_expires_at <= :now');

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
