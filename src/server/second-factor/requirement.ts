import type { Role } from '~/shared/accounts/account';
import type { SecondFactor } from '~/shared/accounts/second-factor';
import { passkeyStrings } from '~/shared/strings/accounts/passkeys';
import { selectAccount } from '../accounts/account-queries';
import { errorAt } from '../app-error';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { getSettings, type Settings } from '../env';
import { hasPasskey, listHeldPasskeys } from '../passkeys/held-passkeys';
import { countRecoveryCodes, selectTotp } from './second-factor-queries';

/** Grace period without a second factor once it is required. */
const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether somebody with these roles must have a second factor. */
export function isRequired(asks: Settings['SECOND_FACTOR'], roles: readonly Role[]): boolean {
  return asks === 'all' || (asks === 'admins' && roles.includes('admin'));
}

/** When a grace that began then ends. */
export function graceEnd(since: string): string {
  return new Date(Date.parse(since) + GRACE_MS).toISOString();
}

/** Whether this person must have a second factor. */
function isRequiredOf(id: string): boolean {
  return isRequired(getSettings().SECOND_FACTOR, selectAccount().get({ id })?.is_admin ? ['admin'] : []);
}

/** SQL: whether SECOND_FACTOR asks for one of a profile's user; `isRequired` in requirement.ts. */
const IS_ASKED = `(:asks = 'all' OR (:asks = 'admins' AND id IN (SELECT user_id FROM user_roles WHERE role = 'admin')))`;

const clearDue = query<[{ asks: string }]>(
  `UPDATE profiles SET second_factor_due = NULL WHERE second_factor_due IS NOT NULL AND NOT ${IS_ASKED}`,
);

/** At the start: begins and ends graces as SECOND_FACTOR says by now. */
export async function settleGraces(): Promise<void> {
  await inSharedTransaction(() => {
    clearDue().run({ asks: getSettings().SECOND_FACTOR });
    grantGrace(null);
  });
}

/** Sets the end of the grace of those who have none yet: of everybody who is signed in, or one person. */
const grantDue = query<[{ asks: string; due: string; id: string | null }]>(
  `UPDATE profiles SET second_factor_due = :due
   WHERE second_factor_due IS NULL AND ${IS_ASKED}
     AND (id = :id OR (:id IS NULL AND id IN (SELECT user_id FROM sessions)))`,
);

/** Grants grace at the first sign-in that requires a second factor, in the caller's transaction. */
export function grantGrace(id: string | null): void {
  grantDue().run({ id, asks: getSettings().SECOND_FACTOR, due: graceEnd(new Date().toISOString()) });
}

/** Whether somebody has set an app or a passkey, even one that no sign-in asks for. */
export function hasSecondFactor(user_id: string): boolean {
  return hasApp(user_id) || listHeldPasskeys(user_id).length > 0;
}

function hasApp(user_id: string): boolean {
  return Boolean(selectTotp().get({ user_id })?.secret);
}

/**
 * A new password may come from the mailbox alone, so it never removes the last factor of somebody who must have one:
 * only an administrator's reset does.
 * @throws {AppError} `invalid` at `keep_passkeys`.
 */
export function requireFactorLeft(user_id: string, keptPasskeys: readonly string[]): void {
  if (!isRequiredOf(user_id) || hasApp(user_id)) return;
  const held = listHeldPasskeys(user_id);
  if (held.length > 0 && !held.some(({ id }) => keptPasskeys.includes(id)))
    throw errorAt('keep_passkeys', passkeyStrings.keep.noneLeft);
}

/**
 * The second factors that may follow the password, any one of which suffices; empty if the password is enough. A
 * passkey alone makes no second step, unless one is required of this person: it signs in by itself.
 */
export function listSecondFactors(user_id: string): SecondFactor[] {
  const passkey: SecondFactor[] = hasPasskey(user_id) ? ['passkey'] : [];
  if (!hasApp(user_id)) return isRequiredOf(user_id) ? passkey : [];
  const { left = 0 } = countRecoveryCodes().get({ user_id }) ?? {};
  return ['totp', ...passkey, ...(left > 0 ? (['recovery'] as const) : [])];
}
