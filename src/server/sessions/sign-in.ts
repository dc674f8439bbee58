import type { SignIn } from '~/shared/accounts/schema';
import type { ErrorCode } from '~/shared/errors';
import { type AccountRow, selectAccount, selectAccountByEmail } from '../accounts/account-queries';
import { selectNewestSignUp } from '../accounts/sign-up-queries';
import { query } from '../database/connection';
import type { Visit } from '../http/visit';
import { hashPassword, isOutdatedHash, passwordMatches, requireRoomToHash } from '../passwords/passwords';
import { admitSignIn, type SignInAttempt } from '../rate-limit/guess-throttle';
import { completeSignIn, type SignInResult } from '../second-factor/second-step';
import { auditEntry, type Entry, enter, refuseEntry, reportEntry } from './entry';
import { findKnownBrowser } from './known-browsers';
import { findSignInRefusal } from './sessions';

/**
 * Signs in with email and password. The session, or the second step, begins in a transaction that first checks that the
 * password has not changed meanwhile. If the disk is full, it is kept in memory.
 * @throws {AppError} `invalid_credentials` for an unknown email and for a wrong password; with the right one, the
 * reason why the account may not sign in; `too_many` with the wait; `busy` if too many sign-ins are running.
 */
export async function signIn({ email, password }: SignIn, visit: Visit): Promise<SignInResult> {
  const subject = { id: null, email };
  const browser = findKnownBrowser(email, visit.cookies);
  const visitor = browser ? 'known' : 'stranger';
  await requireRoomToHash(visitor);
  const attempt = await admitSignIn(email, visit.address, browser);
  for (;;) {
    const account = selectAccountByEmail().get({ email });
    // A sign-up is no account yet, but whoever knows its password is told to verify the email.
    const signUp = selectNewestSignUp().get({ email, now: new Date().toISOString() });
    if (!(await passwordMatches(password, (account ?? signUp)?.password_hash, visitor)))
      return refuseEntry('invalid_credentials', subject, visit, { isKnown: account !== undefined });
    if (!account)
      return refuseEntry('email_unverified', subject, visit, { isKnown: false, alongside: attempt.markSuccessful });
    const rehashed = isOutdatedHash(account.password_hash) ? await hashPassword(password) : null;
    const outcome = await enter((entry) => signInIfUnchanged(account, rehashed, attempt, visit, entry));
    // The password changed during the check, so the new one has to be checked.
    if (outcome === 'changed') continue;
    if ('reason' in outcome) return refuseEntry(outcome.reason, subject, visit);
    if ('user' in outcome) reportEntry(account.id, visit);
    return outcome;
  }
}

type Outcome = SignInResult | { reason: ErrorCode } | 'changed';

/** Stores the same password rehashed with today's parameters. */
const updatePasswordHash = query<[{ id: string; password_hash: string }]>(
  'UPDATE users SET password_hash = :password_hash WHERE id = :id',
);

function signInIfUnchanged(
  checked: AccountRow,
  rehashed: string | null,
  attempt: SignInAttempt,
  visit: Visit,
  entry: Entry,
): Outcome {
  const account = selectAccount().get({ id: checked.id });
  if (account?.password_hash !== checked.password_hash) return 'changed';
  entry.store(attempt.markSuccessful);
  const { password_expires_at } = account;
  const hasExpired = password_expires_at !== null && password_expires_at <= new Date().toISOString();
  const reason = hasExpired ? 'initial_password_expired' : findSignInRefusal(account);
  if (reason) return { reason };
  // A sign-in in memory is stored later, when the password may be another one.
  if (rehashed && !entry.isHeld) updatePasswordHash().run({ id: account.id, password_hash: rehashed });
  entry.store(attempt.markSignedIn);
  return completeSignIn(visit, account.id, entry, () => auditEntry(entry, account, 'password', visit));
}
