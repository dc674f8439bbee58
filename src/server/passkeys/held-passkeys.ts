import type { PasskeySummary } from '~/shared/accounts/passkey';
import { type AccountRow, selectAccount } from '../accounts/account-queries';
import { deletePasskey, selectPasskeys } from './passkey-queries';

/** Whether somebody can sign in with a passkey. */
export function hasPasskey(userId: string): boolean {
  const account = selectAccount().get({ id: userId });
  return account !== undefined && !isAtRest(account) && selectPasskeys().get({ user_id: userId }) !== undefined;
}

/** Until a pending password is chosen, nobody has said which passkeys are the owner's: none works. */
export function isAtRest({ password_reset, must_change_password }: AccountRow): boolean {
  return Boolean(password_reset || must_change_password);
}

/** What somebody needs to recognise their own passkeys, oldest first. */
export function listHeldPasskeys(userId: string): PasskeySummary[] {
  return selectPasskeys()
    .all({ user_id: userId })
    .map(({ id, name, created_at, last_used_at }) => ({ id, name, created_at, last_used_at }));
}

/** Removes somebody's passkeys except these ids, in the caller's transaction; returns their names. */
export function removePasskeysBut(kept: readonly string[], user_id: string): string[] {
  const gone = listHeldPasskeys(user_id).filter(({ id }) => !kept.includes(id));
  for (const { id } of gone) deletePasskey().run({ id, user_id });
  return gone.map(({ name }) => name);
}
