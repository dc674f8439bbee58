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
export type SignInAttempt = {
  isWrong: () => Promise<void>;
  isRight: () => Promise<void>;
  hasEntered: () => void;
};

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
  const failures = limiterFor('sign-in-failures', { points: Number.MAX_SAFE_INTEGER, seconds: DAY_SECONDS });
  const delay = limiterFor('sign-in-delay', { points: 1, seconds: LONGEST_DELAY_SECONDS });

  const waiting = await delay.get(pair);
  if (waiting && waiting.msBeforeNext > 0) {
    throw new AppError('too_many', { retryAfterSeconds: waiting.msBeforeNext / 1000 });
  }
  const hasEntered = await takePoint(limiterFor('sign-in', { points: 10, seconds: TEN_MINUTES }), address);
  await takePoint(limiterFor('sign-in-pair', { points: 30, seconds: TEN_MINUTES }), pair);

  return {
    async isWrong() {
      const { consumedPoints } = await failures.penalty(pair);
      if (consumedPoints >= FREE_FAILURES) {
        await delay.block(pair, Math.min(2 ** (consumedPoints - FREE_FAILURES), LONGEST_DELAY_SECONDS));
      }
    },
    async isRight() {
      await failures.delete(pair);
    },
    hasEntered,
  };
}
