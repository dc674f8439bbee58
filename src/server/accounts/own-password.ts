import type { SessionUser } from '~/shared/accounts/account';
import { ADMIN_PASSWORD_LENGTH, type ChangePassword, STAFF_PASSWORD_LENGTH } from '~/shared/accounts/schema';
import { passwordStrings } from '~/shared/strings/passwords';
import { AppError } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import type { Cookies } from '../cookies';
import { inTransaction } from '../db';
import { limiterFor, takePoint } from '../rate-limit';
import {
  type AccountRow,
  activatePendingCoordinator,
  selectAccount,
  updateOwnPassword,
} from './account-queries';
import { enqueueMail } from './mails';
import { requireGoodPassword } from './password-policy';
import { hashPassword, passwordMatches } from './passwords';
import { deleteSessionsOfUser } from './session-queries';
import { startSession } from './sessions';
import { deleteTokensOfUser } from './token-queries';

/**
 * Changes one's own password, ends every session of the account and starts a new one for the caller. The current
 * password is asked for, except while the initial one stands: who has just come in with it, or by an access link,
 * has nothing else to prove.
 * @throws {AppError} `invalid` with the reason at `current` or `password`; `too_many`; `busy`.
 */
export async function changePassword(
  user: SessionUser,
  { current, password }: ChangePassword,
  actor: Actor,
  cookies: Cookies,
  userAgent: string | null,
): Promise<void> {
  const account = selectAccount().get({ id: user.id });
  if (!account) throw new AppError('unauthenticated');
  if (!account.must_change_password) await requireCurrentPassword(account, current);
  const password_hash = await hashNewPassword(account, password);
  inTransaction(() => {
    keepNewPassword(user.id, password_hash);
    recordAudit({ type: 'password_changed', actor });
    enqueueMail({ template: 'password_changed', user_id: user.id });
    startSession(cookies, user.id, userAgent);
  });
}

async function requireCurrentPassword(account: AccountRow, current: string | undefined): Promise<void> {
  await takePoint(limiterFor('current-password', { points: 10, seconds: 600 }), account.id);
  if (current === undefined || !(await passwordMatches(current, account.password_hash))) {
    const reason = passwordStrings.currentWrong;
    throw new AppError('invalid', { message: reason, fields: { current: reason } });
  }
}

/**
 * The hash of a password that the account's owner chose, once it is found good enough and not the one before.
 * @throws {AppError} `invalid` with the reason at `password`; `busy`.
 */
export async function hashNewPassword(account: AccountRow, password: string): Promise<string> {
  const isPlainStaff = account.company_id === null && !account.is_admin;
  await requireGoodPassword(password, {
    email: account.email,
    name: account.name,
    minLength: isPlainStaff ? STAFF_PASSWORD_LENGTH : ADMIN_PASSWORD_LENGTH,
  });
  if (await passwordMatches(password, account.password_hash)) {
    const reason = passwordStrings.unchanged;
    throw new AppError('invalid', { message: reason, fields: { password: reason } });
  }
  return hashPassword(password);
}

/**
 * Stores a password of the owner's own, inside the caller's transaction: ends the account's sessions, voids its
 * links, and makes a coordinator active who was only waiting for this.
 */
export function keepNewPassword(id: string, password_hash: string): void {
  updateOwnPassword().run({ id, password_hash });
  activatePendingCoordinator().run({ id });
  deleteSessionsOfUser().run({ user_id: id });
  deleteTokensOfUser().run({ user_id: id });
}
