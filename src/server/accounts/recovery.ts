import type { ResetPassword } from '~/shared/accounts/schema';
import { AppError } from '../app-error';
import { recordAudit } from '../audit/audit';
import { inTransaction } from '../db';
import { selectAccount, selectAccountByEmail, updateEmailVerified } from './account-queries';
import { limitMails } from './mail-limits';
import { enqueueMail } from './mails';
import { redeem } from './one-time-tokens';
import { hashNewPassword, keepNewPassword } from './own-password';
import { hashToken } from './secret-tokens';
import { selectTokenOwner } from './token-queries';

/**
 * Orders a link to choose a new password. An order is written for an unknown email, too: it finds nobody when it is
 * sent, and the caller learns nothing, not even from the time it took.
 * @throws {AppError} `too_many`.
 */
export async function requestRecovery(email: string, clientAddress: string): Promise<void> {
  await limitMails('recover', email, clientAddress);
  inTransaction(() => {
    const account = selectAccountByEmail().get({ email });
    recordAudit({
      type: 'recovery_requested',
      actor: null,
      subject: { id: account?.id ?? null, email },
      address: clientAddress,
    });
    enqueueMail({ template: 'recover', email });
  });
}

/**
 * Redeems a reset link: sets the password, ends every session and voids every other link of the account. A password
 * that is refused leaves the link unused.
 * @throws {AppError} `token_invalid`; `invalid` with the reason at `password`; `busy`.
 */
export async function resetPassword(
  { token, password }: ResetPassword,
  clientAddress: string,
): Promise<void> {
  const owner = selectTokenOwner().get({
    token_hash: hashToken(token),
    purpose: 'reset',
    now: new Date().toISOString(),
  });
  const account = owner && selectAccount().get({ id: owner.user_id });
  if (!account) throw new AppError('token_invalid');
  const password_hash = await hashNewPassword(account, password);
  inTransaction(() => {
    const id = redeem('reset', token);
    keepNewPassword(id, password_hash);
    // The link was in the owner's mailbox, which is what verification asks for.
    updateEmailVerified().run({ id, email_verified_at: new Date().toISOString() });
    recordAudit({ type: 'password_reset', actor: { id, email: account.email, address: clientAddress } });
    enqueueMail({ template: 'password_changed', user_id: id });
  });
}
