import { limitKey } from './limit-key';
import { scale } from './rate-limit';
import { addPoint, deleteLimit, putWindow, selectPoints } from './rate-limit-queries';

const FREE_ATTEMPTS = 5;
const MAX_DELAY_SECONDS = 15 * 60;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Whose attempts are counted: `own` alone and, past the free ones, all of `shared` together. */
export type AttemptKeys = { purpose: string; own: string; shared: string };

/** An attempt granted (`isPastFree`: past the free ones), or how long to wait first. */
type TakenAttempt = { isPastFree: boolean } | { waitMs: number };

/**
 * Takes an attempt before it is checked, in the caller's transaction: concurrent guesses get no further than sequential
 * ones. Five of `own` a day are free; from the fifth on, each makes all of `shared` wait, from a second to a quarter of
 * an hour, except those with free ones left.
 */
export function takeAttempt({ purpose, own, shared }: AttemptKeys): TakenAttempt {
  const now = Date.now();
  const key = limitKey(`${purpose}-failures`, own);
  const free = scale(FREE_ATTEMPTS);
  const isPastFree = (selectPoints().get({ key, now, until: now + DAY_MS })?.points ?? 0) >= free;
  const delay = limitKey(`${purpose}-delay`, shared);
  const { expire } =
    (isPastFree && selectPoints().get({ key: delay, now, until: now + MAX_DELAY_SECONDS * 1000 })) || {};
  if (expire) return { waitMs: expire - now };
  const taken = addPoint().get({ key, now, until: now + DAY_MS })?.points ?? 0;
  if (taken >= free) {
    const late = addPoint().get({ key: limitKey(`${purpose}-late`, shared), now, until: now + DAY_MS })?.points ?? 1;
    const seconds = Math.min(2 ** (late - 1), MAX_DELAY_SECONDS);
    putWindow().run({ key: delay, until: now + seconds * 1000 });
  }
  return { isPastFree };
}

/** Counts one more in a window of `ms`, in the caller's transaction; returns how many it has. */
export function countInWindow(purpose: string, whose: string, ms: number): number {
  const now = Date.now();
  return addPoint().get({ key: limitKey(purpose, whose), now, until: now + ms })?.points ?? 0;
}

/** Clears the failed attempts before a successful one, and any delay they caused, in the caller's transaction. */
export function clearFailedAttempts({ purpose, own, shared }: AttemptKeys): void {
  const now = Date.now();
  const failures = limitKey(`${purpose}-failures`, own);
  const { points = 0 } = selectPoints().get({ key: failures, now, until: now + DAY_MS }) ?? {};
  deleteLimit().run({ key: failures });
  if (points < scale(FREE_ATTEMPTS)) return;
  deleteLimit().run({ key: limitKey(`${purpose}-late`, shared) });
  deleteLimit().run({ key: limitKey(`${purpose}-delay`, shared) });
}
