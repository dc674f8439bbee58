import { AppError } from '../app-error';
import { addressKey, limiterFor, takePoint } from '../rate-limit/rate-limit';

const FREE_FAILURES = 5;
const LONGEST_DELAY_SECONDS = 15 * 60;
const DAY_SECONDS = 24 * 60 * 60;
const TEN_MINUTES = 600;

/**
 * The caller reports the result of an attempt. Without `hasEntered`, which is called in the transaction that begins the
 * session, it counts as a failure.
 */
export type SignInAttempt = Guess & { hasEntered: () => void };

/** The caller reports the result of a guess. */
export type Guess = { isWrong: () => Promise<void>; isRight: () => Promise<void> };

/**
 * Lets an address try a password. Two rules slow down guessing; neither locks the owner out from another address.
 * First: ten failures in ten minutes for each address. Second: from the fifth failure of an address at one account, a
 * delay that doubles from a second to a quarter of an hour. The right password for an account that may not sign in
 * counts as a failure, too. And no address may try one account more than thirty times in ten minutes, right or wrong.
 * @throws {AppError} `too_many` with the wait.
 */
export async function admitSignIn(email: string, clientAddress: string): Promise<SignInAttempt> {
  const address = addressKey(clientAddress);
  const pair = `${email.toLowerCase()}|${address}`;
  const guess = await admitGuess('sign-in', pair);
  const hasEntered = await takePoint(limiterFor('sign-in', { points: 10, seconds: TEN_MINUTES }), address);
  await takePoint(limiterFor('sign-in-pair', { points: 30, seconds: TEN_MINUTES }), pair);

  return { ...guess, hasEntered };
}

/**
 * Lets somebody guess a secret of `whose`: after four wrong guesses each one has to wait, from a second to a quarter of an
 * hour. `whose` must name what no stranger can be, for example an account seen from one address, or a session.
 * @throws {AppError} `too_many` with the wait.
 */
export async function admitGuess(purpose: string, whose: string): Promise<Guess> {
  const failures = limiterFor(`${purpose}-failures`, {
    points: Number.MAX_SAFE_INTEGER,
    seconds: DAY_SECONDS,
  });
  const delay = limiterFor(`${purpose}-delay`, { points: 1, seconds: LONGEST_DELAY_SECONDS });
  const waiting = await delay.get(whose);
  if (waiting && waiting.msBeforeNext > 0) {
    throw new AppError('too_many', { retryAfterSeconds: waiting.msBeforeNext / 1000 });
  }
  return {
    async isWrong() {
      const { consumedPoints } = await failures.penalty(whose);
      if (consumedPoints >= FREE_FAILURES) {
        await delay.block(whose, Math.min(2 ** (consumedPoints - FREE_FAILURES), LONGEST_DELAY_SECONDS));
      }
    },
    async isRight() {
      await failures.delete(whose);
    },
  };
}
