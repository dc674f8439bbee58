import { type AccountRow, selectAccount, selectAccountByEmail } from '../accounts/account-queries';
import { enqueueMail, type RevokedAccess } from '../accounts/mails/enqueue-mail';
import { deleteTokensOfUser } from '../accounts/one-time-tokens';
import { settleAccess } from '../accounts/settle-access';
import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { INITIAL_PASSWORD_VALID_MS } from '../coordinators/create-coordinator';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { deletePendingOfUser, deleteRecoveryCodes, deleteTotp } from '../second-factor/second-factor-queries';
import { makeToken } from '../secrets/random-tokens';
import { deleteSessionsOfUser } from '../sessions/session-queries';
import { hashPassword } from './passwords';

/** Stores a password somebody else made. It must be changed, and expires. */
const updateInitialPassword = query<[{ id: string; password_hash: string; password_expires_at: string }]>(
  `UPDATE users SET password_hash = :password_hash, password_expires_at = :password_expires_at,
     must_change_password = 1, password_reset = 0
   WHERE id = :id`,
);

/**
 * For the operator: gives an account a random password, which must be changed at the next sign-in and expires like
 * every initial one. Ends the account's sessions, see `settleAccess`. Returns the password.
 * @throws {AppError} `not_found`.
 */
export async function giveInitialPassword(email: string): Promise<string> {
  const password = makeToken().slice(0, 20);
  const password_hash = await hashPassword(password);
  const password_expires_at = new Date(Date.now() + INITIAL_PASSWORD_VALID_MS).toISOString();
  const find = () => selectAccountByEmail().get({ email });
  await replacePassword(find, null, ({ id }) =>
    updateInitialPassword().run({ id, password_hash, password_expires_at }),
  );
  return password;
}

/**
 * For the operator: invalidates the password, ends the account's sessions and orders a mail with a link to choose a new
 * one. The server sends the mail.
 * @throws {AppError} `not_found`.
 */
export function orderResetLink(email: string): Promise<void> {
  return replaceByLink(() => selectAccountByEmail().get({ email }), null);
}

/**
 * Likewise for an administrator. At the link the user says which passkeys are theirs; until then none works.
 * @throws {AppError} `not_found`; `own_account`; `busy`.
 */
export async function resetUserPassword(userId: string, actor: Actor): Promise<void> {
  if (userId === actor.id) throw new AppError('own_account');
  await replaceByLink(() => selectAccount().get({ id: userId }), actor);
}

type Find = () => AccountRow | undefined;

/** Replaces the password with one nobody knows, until its owner chooses another. */
const updateUselessPassword = query<[{ id: string; password_hash: string }]>(
  `UPDATE users SET password_hash = :password_hash, password_expires_at = NULL, password_reset = 1 WHERE id = :id`,
);

async function replaceByLink(find: Find, actor: Actor | null): Promise<void> {
  const password_hash = await hashPassword(makeToken());
  await replacePassword(find, actor, ({ id }, closed) => {
    updateUselessPassword().run({ id, password_hash });
    enqueueMail({ template: 'reset_by_admin', user_id: id, closed });
  });
}

function replacePassword(
  find: Find,
  actor: Actor | null,
  replace: (account: AccountRow, closed: RevokedAccess) => void,
): Promise<void> {
  return takeAway('reset_by_admin', find, actor, {}, (account, closed) => {
    deleteTokensOfUser().run({ user_id: account.id });
    replace(account, closed);
  });
}

/**
 * For an administrator, when somebody lost phone and codes: removes their app, codes and passkeys, ends their sessions,
 * revokes their other access and notifies them by mail.
 * @throws {AppError} `not_found`; `own_account`.
 */
export async function resetSecondFactor(id: string, actor: Actor): Promise<void> {
  if (id === actor.id) throw new AppError('own_account');
  await removeFactors(() => selectAccount().get({ id }), actor);
}

/** Likewise for the operator, even for the last administrator. Throws AppError `not_found`. */
export function resetSecondFactorOf(email: string): Promise<void> {
  return removeFactors(() => selectAccountByEmail().get({ email }), null);
}

function removeFactors(find: Find, actor: Actor | null): Promise<void> {
  return takeAway('second_factor_reset', find, actor, { keptPasskeys: [] }, ({ id: user_id }, closed) => {
    deleteTotp().run({ user_id });
    deleteRecoveryCodes().run({ user_id });
    deletePendingOfUser().run({ user_id });
    enqueueMail({ template: 'second_factor_reset', user_id, closed });
  });
}

function takeAway(
  type: 'reset_by_admin' | 'second_factor_reset',
  find: Find,
  actor: Actor | null,
  kept: { keptPasskeys?: readonly string[] },
  take: (account: AccountRow, closed: RevokedAccess) => void,
): Promise<void> {
  return inSharedTransaction(() => {
    const account = requireFound(find());
    recordAudit({ type, actor, subject: account, companyId: account.company_id });
    const closed = settleAccess('reset', account, { actor, ...kept });
    deleteSessionsOfUser().run({ user_id: account.id });
    take(account, closed);
  });
}
