import type { PasskeySummary } from '~/shared/accounts/passkey';
import type { ResetPassword } from '~/shared/accounts/schema';
import { type AccountRow, selectAccount } from '../accounts/account-queries';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { limitLinkHashes, limitMails } from '../accounts/mails/mail-limits';
import { orderLink } from '../accounts/mails/order-link';
import { findLink, redeem } from '../accounts/one-time-tokens';
import { AppError } from '../app-error';
import { recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import type { Visit } from '../http/visit';
import { listHeldPasskeys } from '../passkeys/held-passkeys';
import { hashNewPassword, minimumFor, storeNewPassword } from './own-password';

/** Orders a link to a new password; looks the account up after the answer, unseen. Throws AppError `too_many`. */
export async function requestRecovery(email: string, clientAddress: string): Promise<void> {
  await limitMails('recover', email, clientAddress);
  orderLink('recover', email, clientAddress);
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
    const id = redeem('reset', token);
    const owner = { id, email: account.email, address };
    recordAudit({ type: 'password_reset', actor: owner });
    const closed = storeNewPassword('reset', owner, password_hash, keep_passkeys, cookies);
    enqueueMail({ template: 'password_changed', user_id: id, closed });
  });
}

function findOwner(token: string): AccountRow {
  const userId = findLink('reset', token);
  const account = userId && selectAccount().get({ id: userId });
  if (!account) throw new AppError('token_invalid');
  return account;
}
