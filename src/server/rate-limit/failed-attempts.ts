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
  const key = `${purpose}-failures:${own}`;
  const free = scale(FREE_ATTEMPTS);
  const isPastFree = (selectPoints().get({ key, now, until: now + DAY_MS })?.points ?? 0) >= free;
  const delay = `${purpose}-delay:${shared}`;
  const { expire } =
    (isPastFree && selectPoints().get({ key: delay, now, until: now + MAX_DELAY_SECONDS * 1000 })) || {};
  if (expire) return { waitMs: expire - now };
  const taken = addPoint().get({ key, now, until: now + DAY_MS })?.points ?? 0;
  if (taken >= free) {
    const late = addPoint().get({ key: `${purpose}-late:${shared}`, now, until: now + DAY_MS })?.points ?? 1;
    const seconds = Math.min(2 ** (late - 1), MAX_DELAY_SECONDS);
    putWindow().run({ key: delay, until: now + seconds * 1000 });
  }
  return { isPastFree };
}

/** Clears the failed attempts before a successful one, and any delay they caused, in the caller's transaction. */
export function clearFailedAttempts({ purpose, own, shared }: AttemptKeys): void {
  const now = Date.now();
  const { points = 0 } = selectPoints().get({ key: `${purpose}-failures:${own}`, now, until: now + DAY_MS }) ?? {};
  deleteLimit().run({ key: `${purpose}-failures:${own}` });
  if (points < scale(FREE_ATTEMPTS)) return;
  deleteLimit().run({ key: `${purpose}-late:${shared}` });
  deleteLimit().run({ key: `${purpose}-delay:${shared}` });
}
