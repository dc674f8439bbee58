import { removeInSlices } from '../database/slices';
import { SET_UP_MS } from './own-second-factor';
import { deleteExpiredPending, forgetNewSecrets } from './second-factor-queries';

/** Removes expired second steps, and authenticator secrets never confirmed; returns how many. */
export async function removeExpiredSteps(): Promise<number> {
  const now = Date.now();
  const pending = await removeInSlices(deleteExpiredPending, { now: new Date(now).toISOString() });
  const before = new Date(now - SET_UP_MS).toISOString();
  return pending + (await removeInSlices(forgetNewSecrets, { before }));
}
