import type { SignIn } from '~/shared/accounts/schema';
import type { ErrorCode } from '~/shared/errors';
import { AppError } from '../app-error';
import { recordAudit } from '../audit/audit';
import { log } from '../log';
import { countSignIn } from '../metrics/metrics';
import { addressKey, limiterFor, takePoint } from '../rate-limit';
import { type AccountRow, selectAccountByEmail, updatePasswordHash } from './account-queries';
import { findEntryRefusal } from './entry';
import { hashPassword, isOutdatedHash, passwordMatches, requireRoomToHash } from './passwords';

const FREE_FAILURES = 5;
const LONGEST_DELAY_SECONDS = 15 * 60;
const DAY_SECONDS = 24 * 60 * 60;

/**
 * The id of the user whom email and password name.
 *
 * Guessing is slowed in two ways, neither of which locks the owner out from another address: ten failures in
 * ten minutes by address, and from the fifth failure of one address at one account a delay that doubles from
 * a second to a quarter of an hour.
 * @throws {AppError} `invalid_credentials` alike for an unknown email and a wrong password; with the right one,
 * the reason why the account may not enter; `too_many` with the wait; `busy` when too many are being checked.
 */
export async function verifyCredentials({ email, password }: SignIn, clientAddress: string): Promise<string> {
  await requireRoomToHash();
  const address = addressKey(clientAddress);
  const pair = `${email.toLowerCase()}|${address}`;
  const byAddress = limiterFor('sign-in', { points: 10, seconds: 600 });
  const failures = limiterFor('sign-in-failures', { points: Number.MAX_SAFE_INTEGER, seconds: DAY_SECONDS });
  const delay = limiterFor('sign-in-delay', { points: 1, seconds: LONGEST_DELAY_SECONDS });

  const waiting = await delay.get(pair);
  if (waiting && waiting.msBeforeNext > 0) {
    throw new AppError('too_many', { retryAfterSeconds: waiting.msBeforeNext / 1000 });
  }
  await takePoint(byAddress, address);

  const account = selectAccountByEmail().get({ email });
  const matches = await passwordMatches(password, account?.password_hash);
  if (!matches || !account) {
    const { consumedPoints } = await failures.penalty(pair);
    if (consumedPoints >= FREE_FAILURES) {
      await delay.block(pair, Math.min(2 ** (consumedPoints - FREE_FAILURES), LONGEST_DELAY_SECONDS));
    }
    throw refusal('invalid_credentials', email, account, clientAddress);
  }

  await Promise.all([byAddress.reward(address), failures.delete(pair)]);
  const reason = hasExpired(account) ? 'initial_password_expired' : findEntryRefusal(account);
  if (reason) throw refusal(reason, email, account, clientAddress);
  if (isOutdatedHash(account.password_hash)) {
    updatePasswordHash().run({ id: account.id, password_hash: await hashPassword(password) });
  }
  recordAudit({ type: 'sign_in', actor: { id: account.id, email: account.email, address: clientAddress } });
  countSignIn('succeeded');
  log.info({ event: 'sign_in', user: account.id, address: clientAddress });
  return account.id;
}

function hasExpired({ password_expires_at }: AccountRow): boolean {
  return password_expires_at !== null && password_expires_at <= new Date().toISOString();
}

function refusal(code: ErrorCode, email: string, account: AccountRow | undefined, address: string): AppError {
  recordAudit({
    type: 'sign_in_failed',
    actor: null,
    subject: { id: account?.id ?? null, email: account?.email ?? email },
    to: code,
    address,
  });
  countSignIn('failed');
  log.warn({ event: 'sign_in_failed', user: account?.id, reason: code, address });
  return new AppError(code);
}
