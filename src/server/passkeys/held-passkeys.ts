import type { PasskeySummary } from '~/shared/accounts/passkey';
import { type AccountRow, selectAccount } from '../accounts/account-queries';
import { query } from '../database/connection';

export type PasskeyRow = {
  id: string;
  user_id: string;
  credential_id: string;
  user_handle: string;
  public_key: Buffer<ArrayBuffer>;
  counter: number;
  transports: string;
  is_synced: 0 | 1;
  name: string;
  last_used_at: string | null;
  created_at: string;
};

export const PASSKEY = `SELECT id, user_id, credential_id, user_handle, public_key, counter, transports, is_synced, name,
                        last_used_at, created_at
                 FROM passkeys`;

export const selectPasskeys = query<[{ user_id: string }], PasskeyRow>(
  `${PASSKEY} WHERE user_id = :user_id ORDER BY created_at`,
);

export const selectByCredential = query<[{ credential_id: string }], PasskeyRow>(
  `${PASSKEY} WHERE credential_id = :credential_id`,
);

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

export const deletePasskey = query<[{ id: string; user_id: string }]>(
  'DELETE FROM passkeys WHERE id = :id AND user_id = :user_id',
);

/** Removes somebody's passkeys except these ids, in the caller's transaction; returns their names. */
export function removePasskeysBut(kept: readonly string[], user_id: string): string[] {
  const gone = listHeldPasskeys(user_id).filter(({ id }) => !kept.includes(id));
  for (const { id } of gone) deletePasskey().run({ id, user_id });
  return gone.map(({ name }) => name);
}
