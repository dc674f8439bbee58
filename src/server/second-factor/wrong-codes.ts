import { forgetPoints, limiterFor } from '../rate-limit/rate-limit';

const A_MONTH = { points: 100, seconds: 30 * 24 * 60 * 60 };

/**
 * Limits wrong codes at sign-in, from all addresses together: whoever guesses codes already knows the password. With
 * three codes valid at any time, the chance is 3 in 10,000 a month. Recovery codes stay open to the owner, and a new
 * password starts over.
 */
export const wrongCodes = () => limiterFor('second-factor-codes', A_MONTH);

/**
 * Limits wrong codes in open sessions, all together but for each one's free guesses: a stolen session can use up the
 * owner's codes neither here nor, as this limit is separate, at sign-in.
 */
export const wrongConfirmations = () => limiterFor('confirm-codes', A_MONTH);

/** Forgives wrong codes typed with the former password, in the caller's transaction. */
export function forgetWrongCodes(userId: string): void {
  forgetPoints(wrongCodes(), userId);
  forgetPoints(wrongConfirmations(), userId);
}
