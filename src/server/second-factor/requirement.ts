import type { Role } from '~/shared/accounts/account';
import type { SecondFactor } from '~/shared/accounts/second-factor';
import { passkeyStrings } from '~/shared/strings/accounts/passkeys';
import { selectAccount } from '../accounts/account-queries';
import { errorAt } from '../app-error';
import { inSharedTransaction } from '../database/group-commit';
import { getSettings, type Settings } from '../env';
import { hasPasskey, listHeldPasskeys } from '../passkeys/held-passkeys';
import { countRecoveryCodes, selectRule, selectTotp, updateDue, upsertRule } from './second-factor-queries';

/** Grace period without a second factor once it is required. */
const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

type Requirement = Settings['SECOND_FACTOR'];

/** Whether somebody with these roles must have a second factor. */
export function isRequired(asks: Requirement, roles: readonly Role[]): boolean {
  return asks === 'all' || (asks === 'admins' && roles.includes('admin'));
}

/** When a grace ends: `own`, granted at the first sign-in under the rule, or else counted from the rule's start. */
export function graceEnd(own: string | null, since: string): string {
  if (own !== null && own >= since) return own;
  return new Date(Date.parse(since) + GRACE_MS).toISOString();
}

/** Whether this person must have a second factor. */
function isRequiredOf(id: string): boolean {
  return isRequired(getSettings().SECOND_FACTOR, selectAccount().get({ id })?.is_admin ? ['admin'] : []);
}

/** At the start: records since when the current SECOND_FACTOR rule holds. */
export async function recordRuleStart(): Promise<void> {
  const asks = getSettings().SECOND_FACTOR;
  if (selectRule().get()?.asks === asks) return;
  await inSharedTransaction(() => upsertRule().run({ asks, since: new Date().toISOString() }));
}

/** Grants grace at the first sign-in that requires a second factor, in the caller's transaction. */
export function grantGrace(id: string): void {
  if (!isRequiredOf(id)) return;
  const since = selectRule().get()?.since;
  if (since) updateDue().run({ id, since, due: new Date(Date.now() + GRACE_MS).toISOString() });
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
