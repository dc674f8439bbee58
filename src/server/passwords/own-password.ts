import type { SessionUser } from '~/shared/accounts/account';
import { type ChangePassword, passwordLengthFor } from '~/shared/accounts/schema';
import { passwordStrings } from '~/shared/strings/passwords';
import {
  type AccountRow,
  activatePendingCoordinator,
  selectAccount,
  updateOwnPassword,
} from '../accounts/account-queries';
import { enqueueMail } from '../accounts/mails/mails';
import { deleteTokensOfUser } from '../accounts/token-queries';
import { AppError } from '../app-error';
import { actorOf, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import type { Cookies } from '../http/cookies';
import type { Visit } from '../http/visit';
import { limiterFor, takePoint } from '../rate-limit/rate-limit';
import { forgetWrongCodes } from '../second-factor/wrong-codes';
import { forgetOtherBrowsers } from '../sessions/origins';
import { deleteSessionsOfUser } from '../sessions/session-queries';
import { beginSession, hasSession } from '../sessions/sessions';
import { requireGoodPassword } from './password-policy';
import { hashPassword, passwordMatches } from './passwords';

/**
 * Changes one's own password, ends all sessions of the account and starts a new one for the caller. The current
 * password is required, except for an initial one: the user has just signed in with it or by an access link.
 * @throws {AppError} `invalid` with the reason at `current` or `password`; `unauthenticated` if the session has ended in
 * the meantime; `too_many`; `busy`.
 */
export async function changePassword(
  user: SessionUser,
  { current, password }: ChangePassword,
  visit: Visit,
): Promise<void> {
  const account = selectAccount().get({ id: user.id });
  if (!account) throw new AppError('unauthenticated');
  await takePoint(limiterFor('current-password', { points: 10, seconds: 600 }), account.id);
  if (!account.must_change_password) await requireCurrentPassword(account, current);
  const password_hash = await hashNewPassword(account, password);
  await inSharedTransaction(() => {
    requireUnchanged(account, visit.cookies);
    storeNewPassword(user.id, password_hash, visit.cookies);
    recordAudit({ type: 'password_changed', actor: actorOf(user, visit) });
    enqueueMail({ template: 'password_changed', user_id: user.id });
    beginSession(visit, user.id);
  });
}

async function requireCurrentPassword(account: AccountRow, current: string | undefined): Promise<void> {
  if (current === undefined || !(await passwordMatches(current, account.password_hash)))
    throw currentIsWrong();
}

/** Hashing takes a while; meanwhile the password may have been changed, the session ended or the user suspended. */
function requireUnchanged(checked: AccountRow, cookies: Cookies): void {
  if (!hasSession(cookies)) throw new AppError('unauthenticated');
  const account = selectAccount().get({ id: checked.id });
  if (account?.password_hash !== checked.password_hash) throw currentIsWrong();
}

function currentIsWrong(): AppError {
  const reason = passwordStrings.currentWrong;
  return new AppError('invalid', { message: reason, fields: { current: reason } });
}

/**
 * Hashes a password that the owner chose, after checking that it is good enough and not the old one.
 * @throws {AppError} `invalid` with the reason at `password`; `busy`.
 */
export async function hashNewPassword(account: AccountRow, password: string): Promise<string> {
  await requireGoodPassword(password, {
    email: account.email,
    name: account.name,
    minLength: minimumFor(account),
  });
  if (await passwordMatches(password, account.password_hash)) {
    const reason = passwordStrings.unchanged;
    throw new AppError('invalid', { message: reason, fields: { password: reason } });
  }
  return hashPassword(password);
}

/** The shortest password that this user may choose. */
export function minimumFor(account: AccountRow): number {
  return passwordLengthFor({ isPlainStaff: account.company_id === null && !account.is_admin });
}

/**
 * Stores a password that the owner chose, in the caller's transaction: ends the account's sessions and links,
 * forgets its browsers but for the present one, and activates a coordinator who had only this step left.
 */
export function storeNewPassword(id: string, password_hash: string, present: Cookies | null): void {
  updateOwnPassword().run({ id, password_hash });
  activatePendingCoordinator().run({ id });
  deleteSessionsOfUser().run({ user_id: id });
  deleteTokensOfUser().run({ user_id: id });
  forgetWrongCodes(id);
  forgetOtherBrowsers(id, present);
}
