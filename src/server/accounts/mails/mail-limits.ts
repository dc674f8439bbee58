import { addressKey, limiterFor, takeOfAddress, takePoint } from '~/server/rate-limit/rate-limit';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The most sign-ups of an hour, from all addresses: each is a mail to whoever a stranger names. */
export const SIGN_UPS_IN_HOUR = 60;

/**
 * Limits the mails that one client address can order, for each purpose: ten in ten minutes (an IPv6 /48 fifty), and to
 * one email one a minute and five an hour. A stranger who orders mails for somebody else's email uses up only the stranger's own limit.
 * It does not matter whether the email has an account, so that a refusal tells nothing.
 * @throws {AppError} `too_many` with the wait.
 */
export async function limitMails(purpose: string, email: string, clientAddress: string): Promise<void> {
  const pair = `${email.toLowerCase()}|${addressKey(clientAddress)}`;
  await takeOfAddress(`${purpose}-address`, { points: 10, seconds: 10 * MINUTE }, clientAddress);
  await takePoint(limiterFor(`${purpose}-minute`, { points: 1, seconds: MINUTE }), pair);
  await takePoint(limiterFor(`${purpose}-hour`, { points: 5, seconds: HOUR }), pair);
}

/**
 * The same limits for sign-up mails; at most twenty an hour to one email from all addresses together, and sixty in all.
 * Each sign-up has its own link, so none of its mails can be skipped, but many addresses together must not flood a
 * mailbox, nor write to everybody else's.
 * @throws {AppError} `too_many` with the wait.
 */
export async function limitSignUpMails(email: string, clientAddress: string): Promise<void> {
  await limitMails('sign-up', email, clientAddress);
  await takePoint(limiterFor('sign-up-email', { points: 20, seconds: HOUR }), email.toLowerCase());
  await takePoint(limiterFor('sign-up-all', { points: SIGN_UPS_IN_HOUR, seconds: HOUR }), 'all');
}

/**
 * Limits how often one address can have a password hashed with a valid link: the owner of a link could otherwise send
 * refused passwords without end.
 * @throws {AppError} `too_many` with the wait.
 */
export async function limitLinkHashes(clientAddress: string): Promise<void> {
  await takeOfAddress('link-hashes', { points: 10, seconds: 10 * MINUTE }, clientAddress);
}
