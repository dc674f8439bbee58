import { AppError } from '../app-error';
import { query } from '../database/connection';
import { unlessFull } from '../database/full-disk';
import { inSharedTransaction } from '../database/group-commit';
import type { Cookies } from '../http/cookies';
import { customerKey } from '../net/client-address';
import { currentSessionHash } from '../sessions/sessions';
import {
  addPoint,
  consume,
  consumeForAddress,
  consumePoint,
  deleteLimit,
  limiterFor,
  limitKey,
  memoryLimiterFor,
  scale,
} from './rate-limit';

const TEN_MINUTES = 600;

/**
 * A guess already counted as wrong. `markSuccessful`, called in the transaction that acts on it, takes it back, with
 * the wrong ones before it. `isPastFree`: the free ones are used up.
 */
export type Attempt = { isPastFree: boolean; markSuccessful: () => void };

/** The address has failed unless `markSignedIn` is called, in the transaction that begins the session. */
export type SignInAttempt = Attempt & { markSignedIn: () => void };

/**
 * Lets an address try a password. A browser that the account knows (`browser`, its key) counts as an address of its
 * own: nobody beside it can use up its tries. Two rules slow down guessing; neither locks the owner out from another
 * address. First: ten failures in ten minutes per address, and fifty per IPv6 /48. Second: from the fifth failure at
 * one account from an address, here a /48, a delay that doubles from a second to a quarter of an hour. The right
 * password for an account that may not sign in is a failure, too. And no address may try one account more than thirty
 * times in ten minutes, right or wrong.
 * @throws {AppError} `too_many` with the wait.
 */
export async function admitSignIn(
  email: string,
  clientAddress: string,
  browser: string | null,
): Promise<SignInAttempt> {
  const pair = `${email.toLowerCase()}|${browser ?? customerKey(clientAddress)}`;
  const rule = { points: 10, seconds: TEN_MINUTES };
  // First, so that a flood leaves no row for each email it names.
  const markSignedIn = browser
    ? await consumePoint(limiterFor('sign-in', rule), browser)
    : await consumeForAddress('sign-in', rule, clientAddress);
  const attempt = await admitAttempt('sign-in', pair).catch(async (refusal) => {
    // What has to wait was no try.
    await inSharedTransaction(markSignedIn);
    throw refusal;
  });
  await consumePoint(limiterFor('sign-in-pair', { points: 30, seconds: TEN_MINUTES }), pair);

  return { ...attempt, markSignedIn };
}

/**
 * Lets somebody guess a secret of `whose`: after four wrong guesses each one has to wait, from a second to a quarter of
 * an hour. `whose` must name something no stranger can act as, such as an account seen from one address.
 * @throws {AppError} `too_many` with the wait.
 */
export function admitAttempt(purpose: string, whose: string): Promise<Attempt> {
  return admit({ purpose, own: whose, shared: whose });
}

/**
 * Lets a session guess its owner's secrets. Each session has five free guesses, so a stolen one cannot lock the owner
 * out of another. Beyond those, all sessions of the account that used theirs up share one delay: many stolen sessions
 * gain five guesses each and no more.
 * @throws {AppError} `too_many` with the wait.
 */
export function admitOwnAttempt(userId: string, cookies: Cookies): Promise<Attempt> {
  const own = currentSessionHash(cookies).toString('hex');
  return admit({ purpose: 'confirm', own, shared: userId });
}

/** On a full disk, where wrong guesses cannot be counted: what the free ones are, each quarter of an hour. */
const FULL_DISK_RULE = { points: 5, seconds: 15 * 60 };

function admit(keys: AttemptKeys): Promise<Attempt> {
  return unlessFull(
    () => admitStored(keys),
    () => admitInMemory(keys),
  );
}

async function admitStored(keys: AttemptKeys): Promise<Attempt> {
  const taken = await inSharedTransaction(() => takeAttempt(keys));
  if ('waitMs' in taken) throw new AppError('too_many', { retryAfterSeconds: taken.waitMs / 1000 });
  return { ...taken, markSuccessful: () => clearFailedAttempts(keys) };
}

async function admitInMemory({ purpose, own }: AttemptKeys): Promise<Attempt> {
  const limiter = memoryLimiterFor(`${purpose}-failures`, FULL_DISK_RULE);
  await consume(limiter, own);
  return { isPastFree: true, markSuccessful: () => void limiter.reward(own) };
}

const FREE_ATTEMPTS = 5;
const MAX_DELAY_SECONDS = 15 * 60;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Whose attempts are counted: `own` alone and, past the free ones, all of `shared` together. */
type AttemptKeys = { purpose: string; own: string; shared: string };

/** An attempt granted (`isPastFree`: past the free ones), or how long to wait first. */
type TakenAttempt = { isPastFree: boolean } | { waitMs: number };

/** A key's points and its window's end; nothing if it is not open. `until` is the end of the longest begun now. */
const selectPoints = query<[{ key: string; now: number; until: number }], { points: number; expire: number }>(
  'SELECT points, expire FROM rate_limits WHERE key = :key AND expire > :now AND expire <= :until',
);

const putWindow = query<[{ key: string; until: number }]>(
  `INSERT INTO rate_limits (key, points, expire) VALUES (:key, 1, :until)
   ON CONFLICT (key) DO UPDATE SET points = 1, expire = :until`,
);

/**
 * Takes an attempt before it is checked, in the caller's transaction: concurrent guesses get no further than sequential
 * ones. Five of `own` a day are free; from the fifth on, each makes all of `shared` wait, from a second to a quarter of
 * an hour, except those with free ones left.
 */
function takeAttempt({ purpose, own, shared }: AttemptKeys): TakenAttempt {
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

/** Clears the failed attempts before a successful one, and any delay they caused, in the caller's transaction. */
function clearFailedAttempts({ purpose, own, shared }: AttemptKeys): void {
  const now = Date.now();
  const failures = limitKey(`${purpose}-failures`, own);
  const { points = 0 } = selectPoints().get({ key: failures, now, until: now + DAY_MS }) ?? {};
  deleteLimit().run({ key: failures });
  if (points < scale(FREE_ATTEMPTS)) return;
  deleteLimit().run({ key: limitKey(`${purpose}-late`, shared) });
  deleteLimit().run({ key: limitKey(`${purpose}-delay`, shared) });
}
