import { addressKey, limiterFor, takePoint } from '../rate-limit';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Bounds what one address can have mailed, and what can be mailed to one email: one a minute and five an hour, for
 * each purpose. Counted alike whether the email has an account or not, so that the refusal tells nothing.
 * @throws {AppError} `too_many` with the wait.
 */
export async function limitMails(purpose: string, email: string, clientAddress: string): Promise<void> {
  await takePoint(
    limiterFor(`${purpose}-address`, { points: 10, seconds: 10 * MINUTE }),
    addressKey(clientAddress),
  );
  await takePoint(limiterFor(`${purpose}-minute`, { points: 1, seconds: MINUTE }), email.toLowerCase());
  await takePoint(limiterFor(`${purpose}-hour`, { points: 5, seconds: HOUR }), email.toLowerCase());
}
