import { type AccountRow, selectAccount, selectAccountByEmail } from '../accounts/account-queries';
import { enqueueMail, type RevokedAccess } from '../accounts/mails/enqueue-mail';
import { deleteTokensOfUser } from '../accounts/one-time-tokens';
import { settleAccess } from '../accounts/settle-access';
import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { INITIAL_PASSWORD_VALID_MS } from '../coordinators/coordinators';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { deletePendingOfUser, deleteRecoveryCodes, deleteTotp } from '../second-factor/second-factor-queries';
import { makeToken } from '../secrets/random-tokens';
import { deleteSessionsOfUser } from '../sessions/session-queries';
import { hashPassword } from './passwords';

// Each is for an administrator, about an account by its id, or for the operator, by its email, even the last
// administrator's. All throw AppError `not_found`; by id also `own_account`.

type Find = () => AccountRow | undefined;

const byEmail =
  (email: string): Find =>
  () =>
    selectAccountByEmail().get({ email });

const anothers =
  (id: string, actor: Actor): Find =>
  () => {
    if (id === actor.id) throw new AppError('own_account');
    return selectAccount().get({ id });
  };

/** Takes something away in one transaction, in which the sessions end and the rest is settled, see `settleAccess`. */
function takeAway(
  type: 'reset_by_admin' | 'second_factor_reset',
  find: Find,
  actor: Actor | null,
  take: (account: AccountRow, closed: RevokedAccess) => void,
): Promise<void> {
  return inSharedTransaction(() => {
    const account = requireFound(find());
    recordAudit({ type, actor, subject: account, companyId: account.company_id });
    const closed = settleAccess('reset', account, {
      actor,
      ...(type === 'second_factor_reset' && { keptPasskeys: [] }),
    });
    deleteSessionsOfUser().run({ user_id: account.id });
    take(account, closed);
  });
}

/** Stores a password somebody else made. It must be changed, and expires. */
const updateInitialPassword = query<[{ id: string; password_hash: string; password_expires_at: string }]>(
  `UPDATE users SET password_hash = :password_hash, password_expires_at = :password_expires_at,
     must_change_password = 1, password_reset = 0
   WHERE id = :id`,
);

/** Gives an account a random password, to be changed at the next sign-in, which expires like every initial one. */
export async function giveInitialPassword(email: string): Promise<string> {
  const password = makeToken().slice(0, 20);
  const password_hash = await hashPassword(password);
  const password_expires_at = new Date(Date.now() + INITIAL_PASSWORD_VALID_MS).toISOString();
  await takeAway('reset_by_admin', byEmail(email), null, ({ id }) => {
    deleteTokensOfUser().run({ user_id: id });
    updateInitialPassword().run({ id, password_hash, password_expires_at });
  });
  return password;
}

/** Replaces the password with one nobody knows, until its owner chooses another. */
const updateUselessPassword = query<[{ id: string; password_hash: string }]>(
  `UPDATE users SET password_hash = :password_hash, password_expires_at = NULL, password_reset = 1 WHERE id = :id`,
);

async function replaceByLink(find: Find, actor: Actor | null): Promise<void> {
  const password_hash = await hashPassword(makeToken());
  await takeAway('reset_by_admin', find, actor, ({ id }, closed) => {
    deleteTokensOfUser().run({ user_id: id });
    updateUselessPassword().run({ id, password_hash });
    enqueueMail({ template: 'reset_by_admin', user_id: id, closed });
  });
}

/**
 * Invalidates a password, and mails a link to choose a new one. There the owner says which passkeys are theirs; until
 * then none works.
 */
export const resetUserPassword = (id: string, actor: Actor) => replaceByLink(anothers(id, actor), actor);
export const orderResetLink = (email: string) => replaceByLink(byEmail(email), null);

function removeFactors(find: Find, actor: Actor | null): Promise<void> {
  return takeAway('second_factor_reset', find, actor, ({ id: user_id }, closed) => {
    deleteTotp().run({ user_id });
    deleteRecoveryCodes().run({ user_id });
    deletePendingOfUser().run({ user_id });
    enqueueMail({ template: 'second_factor_reset', user_id, closed });
  });
}

/** For somebody who lost phone and codes: removes their app, codes and passkeys, and notifies them by mail. */
export const resetSecondFactor = (id: string, actor: Actor) => removeFactors(anothers(id, actor), actor);
export const resetSecondFactorOf = (email: string) => removeFactors(byEmail(email), null);
