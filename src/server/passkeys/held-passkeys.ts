import { deletePasskeysOf, selectPasskeys } from './passkey-queries';

/** Whether somebody can sign in with a passkey. */
export function hasPasskey(userId: string): boolean {
  return selectPasskeys().get({ user_id: userId }) !== undefined;
}

/** Removes all of somebody's passkeys, in the caller's transaction; returns how many. */
export function removeAllPasskeys(userId: string): number {
  return deletePasskeysOf().run({ user_id: userId }).changes;
}
