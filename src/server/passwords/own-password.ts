import type { SessionUser } from '~/shared/accounts/account';
import type { PasskeySummary } from '~/shared/accounts/passkey';
import { type ChangePassword, passwordLengthFor, type ResetPassword } from '~/shared/accounts/schema';
import { passwordStrings } from '~/shared/strings/accounts/accounts';
import { type AccountRow, selectAccount } from '../accounts/account-queries';
import { enqueueMail, type RevokedAccess } from '../accounts/mails/enqueue-mail';
import { limitLinkHashes } from '../accounts/mails/mail-limits';
import { deleteTokensOfUser, findLink, redeem } from '../accounts/one-time-tokens';
import { settleAccess } from '../accounts/settle-access';
import { AppError, errorAt } from '../app-error';
import { type Actor, actorOf, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import type { Cookies } from '../http/cookies';
import type { Visit } from '../http/visit';
import { listHeldPasskeys } from '../passkeys/held-passkeys';
import { admitOwnAttempt } from '../rate-limit/guess-throttle';
import { consumePoint, limiterFor } from '../rate-limit/rate-limit';
import { clearWrongCodes } from '../second-factor/codes';
import { listSecondFactors, requireFactorLeft } from '../second-factor/requirement';
import { completeSignIn } from '../second-factor/second-step';
import { removeOtherBrowsers } from '../sessions/known-browsers';
import { deleteOtherSessions } from '../sessions/session-queries';
import { currentSessionHash, endSession, peekSessionUser, rotateToken } from '../sessions/sessions';
import { requireGoodPassword } from './password-strength';
import { hashPassword, passwordMatches } from './passwords';

const NO_SESSION = Buffer.alloc(0);

/**
 * Changes one's own password, ends all other sessions and revokes all other access. The caller's session goes on with
 * another token, unless passkeys rested under an initial password and are asked for now: then it ends at that step.
 * Requires the current password, except for an initial one: the user just signed in with it or by an access link.
 * @throws {AppError} `invalid` with the reason at `current`, `password` or `keep_passkeys`; `unauthenticated` if the
 * session has ended in the meantime; `too_many`; `busy`.
 */
export async function changePassword(
  user: SessionUser,
  { current, password, keep_passkeys }: ChangePassword,
  visit: Visit,
): Promise<void> {
  const account = selectAccount().get({ id: user.id });
  if (!account) throw new AppError('unauthenticated');
  const session = currentSessionHash(visit.cookies).toString('hex');
  await consumePoint(limiterFor('password-change', { points: 10, seconds: 600 }), session);
  if (!account.must_change_password) await requireCurrentPassword(account, current, visit.cookies);
  const password_hash = await hashNewPassword(account, password);
  await inSharedTransaction(() => {
    requireSameAccount(account, visit.cookies);
    const actor = actorOf(user, visit);
    recordAudit({ type: 'password_changed', actor });
    const wasAsked = listSecondFactors(user.id).length > 0;
    const closed = storeNewPassword('own_password', actor, password_hash, keep_passkeys, visit.cookies);
    enqueueMail({ template: 'password_changed', user_id: user.id, closed });
    if (wasAsked || listSecondFactors(user.id).length === 0) return rotateToken(visit);
    endSession(visit.cookies);
    completeSignIn(visit, user.id);
  });
}

async function requireCurrentPassword(
  account: AccountRow,
  current: string | undefined,
  cookies: Cookies,
): Promise<void> {
  if (current === undefined) throw currentIsWrong();
  const guess = await admitOwnAttempt(account.id, cookies);
  if (!(await passwordMatches(current, account.password_hash))) throw currentIsWrong();
  await inSharedTransaction(guess.markSuccessful);
}

/** While hashing, the password may have been changed, the session ended or the user suspended. */
function requireSameAccount(checked: AccountRow, cookies: Cookies): void {
  if (!peekSessionUser(cookies)) throw new AppError('unauthenticated');
  const account = selectAccount().get({ id: checked.id });
  if (account?.password_hash !== checked.password_hash) throw currentIsWrong();
}

const currentIsWrong = () => errorAt('current', passwordStrings.currentWrong);

/** Hashes a password its owner chose, if it is new and good. Throws AppError `invalid` at `password`; `busy`. */
async function hashNewPassword(account: AccountRow, password: string): Promise<string> {
  await requireGoodPassword(password, {
    email: account.email,
    name: account.name,
    minLength: minimumFor(account),
  });
  if (await passwordMatches(password, account.password_hash)) throw errorAt('password', passwordStrings.unchanged);
  return hashPassword(password);
}

/** The shortest password this user may choose. */
function minimumFor(account: AccountRow): number {
  return passwordLengthFor({ isPlainStaff: account.company_id === null && !account.is_admin });
}

/** Stores a password its owner chose; it never expires. */
const updateOwnPassword = query<[{ id: string; password_hash: string }]>(
  `UPDATE users SET password_hash = :password_hash, password_expires_at = NULL, must_change_password = 0,
     password_reset = 0
   WHERE id = :id`,
);

const activatePendingCoordinator = query<[{ id: string }]>(
  "UPDATE profiles SET status = 'active' WHERE id = :id AND status = 'pending' AND company_id IS NOT NULL",
);

/**
 * Stores a password its owner chose, in the caller's transaction: ends links and all other sessions, of a reset this
 * one too, revokes all other access except for the owner's passkeys, forgets all other browsers, and activates a
 * coordinator for whom it was the last step.
 * @throws {AppError} `invalid` at `keep_passkeys` if no required factor would be left.
 */
function storeNewPassword(
  cause: 'own_password' | 'reset',
  owner: Actor,
  password_hash: string,
  keptPasskeys: readonly string[],
  cookies: Cookies,
): RevokedAccess {
  const { id } = owner;
  requireFactorLeft(id, keptPasskeys);
  // First, as ending a session silences its device without a trace.
  const closed = settleAccess(cause, owner, { actor: owner, keptPasskeys });
  updateOwnPassword().run({ id, password_hash });
  activatePendingCoordinator().run({ id });
  deleteOtherSessions().run({ user_id: id, current: cause === 'reset' ? NO_SESSION : currentSessionHash(cookies) });
  deleteTokensOfUser().run({ user_id: id });
  clearWrongCodes(id);
  removeOtherBrowsers(id, cookies);
  return closed;
}

/** A reset link's password rule and passkeys to recognise; uses up no link. Throws AppError `token_invalid`. */
export function readResetLink(token: string): { min_length: number; passkeys: PasskeySummary[] } {
  const owner = findOwner(token);
  return { min_length: minimumFor(owner), passkeys: listHeldPasskeys(owner.id) };
}

/**
 * Redeems a reset link: sets the password, ends all sessions and other links, and revokes all other access except for
 * `keep_passkeys`. A refusal does not use up the link.
 * @throws {AppError} `token_invalid`; `invalid` with the reason at `password` or `keep_passkeys`; `too_many`; `busy`.
 */
export async function resetPassword(
  { token, password, keep_passkeys }: ResetPassword,
  { address, cookies }: Visit,
): Promise<void> {
  const account = findOwner(token);
  await limitLinkHashes(address);
  const password_hash = await hashNewPassword(account, password);
  await inSharedTransaction(() => {
    // Any password change deletes the link; if it still exists, the password is the one compared above.
    redeem('reset', token);
    const owner = { id: account.id, email: account.email, address };
    recordAudit({ type: 'password_reset', actor: owner });
    const closed = storeNewPassword('reset', owner, password_hash, keep_passkeys, cookies);
    enqueueMail({ template: 'password_changed', user_id: owner.id, closed });
  });
}

function findOwner(token: string): AccountRow {
  const account = selectAccount().get({ id: findLink('reset', token)?.user_id ?? '' });
  if (!account) throw new AppError('token_invalid');
  return account;
}
