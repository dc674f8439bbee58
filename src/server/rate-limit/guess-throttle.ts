import { AppError } from '../app-error';
import { unlessFull } from '../database/full-disk';
import { inSharedTransaction } from '../database/group-commit';
import type { Cookies } from '../http/cookies';
import { customerKey } from '../net/client-address';
import { currentSessionHash } from '../sessions/sessions';
import { type AttemptKeys, clearFailedAttempts, takeAttempt } from './failed-attempts';
import { consume, consumeForAddress, consumePoint, limiterFor, memoryLimiterFor } from './rate-limit';

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
