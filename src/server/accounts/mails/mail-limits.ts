import { addressKey, limiterFor, takePoint } from '~/server/rate-limit/rate-limit';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Bounds what one address can have mailed: ten in ten minutes, and to one email one a minute and five an hour, for
 * each purpose. A stranger who asks for somebody's mails spends the stranger's own. Counted alike whether the email
 * has an account or not, so that the refusal tells nothing.
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
 * The same for what a sign-up has mailed, and twenty an hour to one email in all: each brings a link of its own, so
 * that none can be left out, and many addresses together must not bury a mailbox.
 * @throws {AppError} `too_many` with the wait.
 */
export async function limitSignUpMails(email: string, clientAddress: string): Promise<void> {
  await limitMails('sign-up', email, clientAddress);
  await takePoint(limiterFor('sign-up-email', { points: 20, seconds: HOUR }), email.toLowerCase());
}

/**
 * Bounds how often one address can have a password hashed for a link that serves: whoever holds one could ask for
 * ever with passwords that are refused.
 * @throws {AppError} `too_many` with the wait.
 */
export async function limitLinkHashes(clientAddress: string): Promise<void> {
  const limiter = limiterFor('link-hashes', { points: 10, seconds: 10 * MINUTE });
  await takePoint(limiter, addressKey(clientAddress));
}
