import type { SignIn } from '~/shared/accounts/schema';
import type { ErrorCode } from '~/shared/errors';
import { type AccountRow, selectAccount, selectAccountByEmail, updatePasswordHash } from '../accounts/account-queries';
import { selectNewestSignUp } from '../accounts/sign-up-queries';
import { AppError } from '../app-error';
import { recordAttempt, recordAudit } from '../audit/audit';
import { unlessFull } from '../database/full-disk';
import { inSharedTransaction } from '../database/group-commit';
import type { Visit } from '../http/visit';
import { log } from '../log';
import { countSignIn } from '../metrics/metrics';
import { hashPassword, isOutdatedHash, passwordMatches, requireRoomToHash } from '../passwords/passwords';
import { admitSignIn, type SignInAttempt } from '../rate-limit/guess-throttle';
import { completeSignIn, completeSignInInMemory, type SignInResult } from '../second-factor/second-step';
import { findKnownBrowser } from './known-browsers';
import { findSignInRefusal } from './sessions';

/**
 * Signs in with email and password. The session, or the second step, begins in a transaction that first checks that the
 * password has not changed meanwhile; on a full disk, in memory.
 * @throws {AppError} `invalid_credentials` for an unknown email and for a wrong password; with the right one, the
 * reason why the account may not sign in; `too_many` with the wait; `busy` if too many sign-ins are running.
 */
export async function signIn({ email, password }: SignIn, visit: Visit): Promise<SignInResult> {
  const { address } = visit;
  const browser = findKnownBrowser(email, visit.cookies);
  const comer = browser ? 'known' : 'stranger';
  await requireRoomToHash(comer);
  const attempt = await admitSignIn(email, address, browser);
  for (;;) {
    const account = selectAccountByEmail().get({ email });
    // A sign-up is no account yet, but whoever knows its password is told to verify the email.
    const signUp = selectNewestSignUp().get({ email, now: new Date().toISOString() });
    if (!(await passwordMatches(password, (account ?? signUp)?.password_hash, comer)))
      return refuse('invalid_credentials', email, address, account !== undefined);
    if (!account) {
      await unlessFull(
        () => inSharedTransaction(attempt.markSuccessful),
        () => {},
      );
      return refuse('email_unverified', email, address, false);
    }
    const renewed = isOutdatedHash(account.password_hash) ? await hashPassword(password) : null;
    const outcome = await unlessFull(
      () => inSharedTransaction(() => signInIfUnchanged(account, renewed, attempt, visit)),
      () => signInInMemory(account, visit),
    );
    // The password changed during the check, so the new one has to be checked.
    if (outcome === 'changed') continue;
    if ('reason' in outcome) return refuse(outcome.reason, email, address, true);
    if ('user' in outcome) {
      countSignIn('succeeded');
      log.info({ event: 'sign_in', user: account.id, address });
    }
    return outcome;
  }
}

type Outcome = SignInResult | { reason: ErrorCode } | 'changed';

function signInIfUnchanged(checked: AccountRow, renewed: string | null, attempt: SignInAttempt, visit: Visit): Outcome {
  const account = selectAccount().get({ id: checked.id });
  if (account?.password_hash !== checked.password_hash) return 'changed';
  attempt.markSuccessful();
  const reason = findReason(account);
  if (reason) return { reason };
  const { id } = account;
  if (renewed) updatePasswordHash().run({ id, password_hash: renewed });
  attempt.markSignedIn();
  const result = completeSignIn(visit, id);
  if ('user' in result) recordEntry(account, visit);
  return result;
}

function signInInMemory(checked: AccountRow, visit: Visit): Outcome {
  const account = selectAccount().get({ id: checked.id });
  if (account?.password_hash !== checked.password_hash) return 'changed';
  const reason = findReason(account);
  return reason ? { reason } : completeSignInInMemory(visit, account.id, () => recordEntry(account, visit));
}

function recordEntry({ id, email }: AccountRow, { address }: Visit): void {
  recordAudit({ type: 'sign_in', actor: { id, email, address }, to: 'password' });
}

function findReason(account: AccountRow): ErrorCode | null {
  const { password_expires_at } = account;
  const hasExpired = password_expires_at !== null && password_expires_at <= new Date().toISOString();
  return hasExpired ? 'initial_password_expired' : findSignInRefusal(account);
}

/** Recorded alike for known and unknown emails, so the work is the same. */
async function refuse(code: ErrorCode, email: string, address: string, isKnown: boolean): Promise<never> {
  const entry = { type: 'sign_in_failed', actor: null, subject: { id: null, email }, to: code, address } as const;
  await unlessFull<unknown>(
    () => inSharedTransaction(() => recordAttempt(entry, isKnown)),
    () => {},
  );
  countSignIn('failed');
  log.warn({ event: 'sign_in_failed', reason: code, address });
  throw new AppError(code);
}
