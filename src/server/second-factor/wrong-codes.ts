import { forgetPoints, limiterFor } from '../rate-limit/rate-limit';

const A_MONTH = { points: 100, seconds: 30 * 24 * 60 * 60 };

/**
 * At the second step of signing in, from all addresses together: whoever guesses codes knows the password already. With three
 * codes right at any time this is a chance of 3 in 10,000 a month. Recovery codes stay open to the owner, and a new password
 * begins anew.
 */
export const wrongCodes = () => limiterFor('second-factor-codes', A_MONTH);

/**
 * In open sessions, from all of them together but for the first guesses of each: whoever has stolen one must not use up the
 * owner's codes at sign-in, nor here.
 */
export const wrongConfirmations = () => limiterFor('confirm-codes', A_MONTH);

/** Wrong codes that somebody with the former password typed count no more, in the caller's transaction. */
export function forgetWrongCodes(userId: string): void {
  forgetPoints(wrongCodes(), userId);
  forgetPoints(wrongConfirmations(), userId);
}
