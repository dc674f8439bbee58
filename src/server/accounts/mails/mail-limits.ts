import { addressKey, limiterFor, takePoint } from '~/server/rate-limit/rate-limit';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Limits the mails that one client address can order, for each purpose: ten in ten minutes, and to one email one a
 * minute and five an hour. A stranger who orders mails for somebody else's email uses up only the stranger's own limit.
 * It does not matter whether the email has an account, so that a refusal tells nothing.
 * @throws {AppError} `too_many` with the wait.
 */
export async function limitMails(purpose: string, email: string, clientAddress: string): Promise<void> {
  const address = addressKey(clientAddress);
  const pair = `${email.toLowerCase()}|${address}`;
  await takePoint(limiterFor(`${purpose}-address`, { points: 10, seconds: 10 * MINUTE }), address);
  await takePoint(limiterFor(`${purpose}-minute`, { points: 1, seconds: MINUTE }), pair);
  await takePoint(limiterFor(`${purpose}-hour`, { points: 5, seconds: HOUR }), pair);
}

/**
 * The same limits for sign-up mails, and at most twenty an hour to one email from all addresses together. Each sign-up
 * has its own link, so none of its mails can be skipped, but many addresses together must not flood a mailbox.
 * @throws {AppError} `too_many` with the wait.
 */
export async function limitSignUpMails(email: string, clientAddress: string): Promise<void> {
  await limitMails('sign-up', email, clientAddress);
  await takePoint(limiterFor('sign-up-email', { points: 20, seconds: HOUR }), email.toLowerCase());
}

/**
 * Limits how often one address can have a password hashed with a valid link: the owner of a link could otherwise send
 * refused passwords without end.
 * @throws {AppError} `too_many` with the wait.
 */
export async function limitLinkHashes(clientAddress: string): Promise<void> {
  const limiter = limiterFor('link-hashes', { points: 10, seconds: 10 * MINUTE });
  await takePoint(limiter, addressKey(clientAddress));
}
