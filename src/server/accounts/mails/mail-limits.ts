import {
  addressKey,
  consume,
  consumeForAddress,
  consumePoint,
  limiterFor,
  memoryLimiterFor,
} from '~/server/rate-limit/rate-limit';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The most sign-ups per hour from all addresses together: each mails whomever a stranger names. */
export const SIGN_UPS_PER_HOUR = 60;

/**
 * Limits the mails one client address can order, per purpose: ten in ten minutes (an IPv6 /48 fifty), and to one email
 * one a minute and five an hour. Keyed by sender and email, so a stranger cannot use up the owner's limit. Counts the
 * same without an account, so a refusal reveals nothing.
 * @throws {AppError} `too_many` with the wait.
 */
export async function limitMails(purpose: string, email: string, clientAddress: string): Promise<void> {
  const pair = `${email.toLowerCase()}|${addressKey(clientAddress)}`;
  await consumeForAddress(`${purpose}-address`, { points: 10, seconds: 10 * MINUTE }, clientAddress);
  // Not stored: the hour's limit is, and each row here is a stranger's.
  await consume(memoryLimiterFor(`${purpose}-minute`, { points: 1, seconds: MINUTE }), pair);
  await consumePoint(limiterFor(`${purpose}-hour`, { points: 5, seconds: HOUR }), pair);
}

/**
 * The same limits for sign-up mails, and from all addresses together at most twenty an hour to one email and sixty in
 * all. Each sign-up has its own link, so no mail can be skipped; yet many addresses together must not flood one
 * mailbox, nor everybody else's.
 * @throws {AppError} `too_many` with the wait.
 */
export async function limitSignUpMails(email: string, clientAddress: string): Promise<void> {
  await limitMails('sign-up', email, clientAddress);
  await consumePoint(limiterFor('sign-up-email', { points: 20, seconds: HOUR }), email.toLowerCase());
  await consumePoint(limiterFor('sign-up-all', { points: SIGN_UPS_PER_HOUR, seconds: HOUR }), 'all');
}

/**
 * Limits password hashing per address with a valid link: its owner could otherwise send bad passwords forever.
 * @throws {AppError} `too_many` with the wait.
 */
export async function limitLinkHashes(clientAddress: string): Promise<void> {
  await consumeForAddress('link-hashes', { points: 10, seconds: 10 * MINUTE }, clientAddress);
}
