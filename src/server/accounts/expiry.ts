import { deleteBatch } from '../database/connection';
import { removeInSlices } from '../database/slices';
import { forgetUnconfirmedSecrets } from '../second-factor/own-second-factor';
import { BROWSER_KNOWN_MS } from '../sessions/known-browsers';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What is removed when it is so old, by its own end or its last use. An unaccepted invitation can be sent again for so long. */
const CREDENTIALS = [
  credential('sessions', 'token_hash', 'idle_expires_at'),
  credential('sign_ups', 'id', 'expires_at'),
  credential('one_time_tokens', 'token_hash', 'expires_at'),
  credential('invitations', 'id', 'sent_at', 30 * DAY_MS),
  credential('spent_challenges', 'challenge', 'expires_at'),
  credential('pending_sign_ins', 'token_hash', 'expires_at'),
  credential('known_browsers', 'user_id, token_hash', 'last_at', BROWSER_KNOWN_MS),
];

function credential(table: string, key: string, moment: string, keptMs = 0) {
  const remove = deleteBatch<{ before: string }>(table, key, `${moment} <= :before`);
  return () => removeInSlices(remove, { before: new Date(Date.now() - keptMs).toISOString() });
}

/** Removes what lets somebody in and has run out; returns how many rows. */
export async function removeExpiredCredentials(): Promise<number> {
  let removed = await forgetUnconfirmedSecrets();
  for (const remove of CREDENTIALS) removed += await remove();
  return removed;
}
