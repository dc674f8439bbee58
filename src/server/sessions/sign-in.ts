import type { SignIn } from '~/shared/accounts/schema';
import type { ErrorCode } from '~/shared/errors';
import { type AccountRow, selectAccount, selectAccountByEmail, updatePasswordHash } from '../accounts/account-queries';
import { selectNewestSignUp } from '../accounts/sign-up-queries';
import { AppError } from '../app-error';
import { recordAttempt, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import type { Visit } from '../http/visit';
import { log } from '../log';
import { countSignIn } from '../metrics/metrics';
import { hashPassword, isOutdatedHash, passwordMatches, requireRoomToHash } from '../passwords/passwords';
import { admitSignIn, type SignInAttempt } from '../rate-limit/guess-throttle';
import { completeSignIn, type SignInResult } from '../second-factor/second-step';
import { findSignInRefusal } from './sessions';

/**
 * Signs in with email and password. The session, or the second step, begins in a transaction that first checks that the
 * password has not changed meanwhile.
 * @throws {AppError} `invalid_credentials` for an unknown email and for a wrong password; with the right one, the
 * reason why the account may not sign in; `too_many` with the wait; `busy` if too many sign-ins are running.
 */
export async function signIn({ email, password }: SignIn, visit: Visit): Promise<SignInResult> {
  const { address } = visit;
  await requireRoomToHash();
  const attempt = await admitSignIn(email, address);
  for (;;) {
    const account = selectAccountByEmail().get({ email });
    // A sign-up is no account yet, but whoever knows its password is told to verify the email.
    const signUp = selectNewestSignUp().get({ email, now: new Date().toISOString() });
    if (!(await passwordMatches(password, (account ?? signUp)?.password_hash)))
      return refuse('invalid_credentials', email, address, account !== undefined);
    if (!account) {
      await inSharedTransaction(attempt.markSuccessful);
      return refuse('email_unverified', email, address, false);
    }
    const renewed = isOutdatedHash(account.password_hash) ? await hashPassword(password) : null;
    const outcome = await inSharedTransaction(() => signInIfUnchanged(account, renewed, attempt, visit));
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

function signInIfUnchanged(
  checked: AccountRow,
  renewed: string | null,
  attempt: SignInAttempt,
  visit: Visit,
): SignInResult | { reason: ErrorCode } | 'changed' {
  const account = selectAccount().get({ id: checked.id });
  if (account?.password_hash !== checked.password_hash) return 'changed';
  attempt.markSuccessful();
  const reason = hasExpired(account) ? 'initial_password_expired' : findSignInRefusal(account);
  if (reason) return { reason };
  const { id, email } = account;
  if (renewed) updatePasswordHash().run({ id, password_hash: renewed });
  attempt.markSignedIn();
  const result = completeSignIn(visit, id);
  if ('user' in result) recordAudit({ type: 'sign_in', actor: { id, email, address: visit.address }, to: 'password' });
  return result;
}

function hasExpired({ password_expires_at }: AccountRow): boolean {
  return password_expires_at !== null && password_expires_at <= new Date().toISOString();
}

/** Recorded alike for known and unknown emails, so the work is the same. */
async function refuse(code: ErrorCode, email: string, address: string, isKnown: boolean): Promise<never> {
  const entry = { type: 'sign_in_failed', actor: null, subject: { id: null, email }, to: code, address } as const;
  await inSharedTransaction(() => recordAttempt(entry, isKnown));
  countSignIn('failed');
  log.warn({ event: 'sign_in_failed', reason: code, address });
  throw new AppError(code);
}
