import { AppError } from '~/server/app-error';
import { addressKey, networkOf } from '~/server/net/client-address';
import { consume, consumeForAddress, consumePoint, limiterFor, memoryLimiterFor } from '~/server/rate-limit/rate-limit';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The most sign-ups, or further links to one, per hour from all together: each mails whomever a stranger names. */
export const STRANGERS_MAILS_PER_HOUR = 60;

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
 * The same limits for sign-ups, and apart from them for further links to one; and from all addresses together at most
 * twenty an hour to one email and sixty in all. Each sign-up has its own link, so no mail can be skipped; yet many
 * addresses together must not flood one mailbox, nor everybody else's. Half of the sixty are for networks that ordered
 * none within the hour, so that a few addresses cannot take them all.
 * @throws {AppError} `too_many` with the wait.
 */
export async function limitStrangersMails(
  purpose: 'sign-up' | 'resend',
  email: string,
  clientAddress: string,
): Promise<void> {
  const share = STRANGERS_MAILS_PER_HOUR / 2;
  await limitMails(purpose, email, clientAddress);
  await consumePoint(limiterFor(`${purpose}-email`, { points: 20, seconds: HOUR }), email.toLowerCase());
  if (!(await isFirst(purpose, networkOf(clientAddress))))
    await consumePoint(limiterFor(`${purpose}-again`, { points: share, seconds: HOUR }), 'all');
  await consumePoint(limiterFor(`${purpose}-all`, { points: STRANGERS_MAILS_PER_HOUR, seconds: HOUR }), 'all');
}

async function isFirst(purpose: string, network: string): Promise<boolean> {
  try {
    await consumePoint(limiterFor(`${purpose}-first`, { points: 1, seconds: HOUR }), network);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Limits password hashing per address with a valid link: its owner could otherwise send bad passwords forever.
 * @throws {AppError} `too_many` with the wait.
 */
export async function limitLinkHashes(clientAddress: string): Promise<void> {
  await consumeForAddress('link-hashes', { points: 10, seconds: 10 * MINUTE }, clientAddress);
}
