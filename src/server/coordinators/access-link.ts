import { selectAccount } from '../accounts/account-queries';
import { limitMails } from '../accounts/mails/mail-limits';
import { orderLink } from '../accounts/mails/order-link';
import { redeem } from '../accounts/one-time-tokens';
import { AppError } from '../app-error';
import { recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import type { Visit } from '../http/visit';
import { completeSignIn, type SignInResult } from '../second-factor/second-step';
import { findSignInRefusal } from '../sessions/sessions';

/**
 * Orders another access link for a coordinator without a chosen password; other accounts get a link to change theirs.
 * The caller does not learn whether the account exists.
 * @throws {AppError} `too_many`.
 */
export async function requestAccessLink(email: string, clientAddress: string): Promise<void> {
  await limitMails('access', email, clientAddress);
  orderLink('access_again', email, clientAddress);
}

/**
 * Redeems an access link, which replaces the password but not a second factor that is set. Link and session share a
 * transaction: if the session cannot be stored, the link is not used up.
 * @throws {AppError} `token_invalid`; the reason why the account may not sign in.
 */
export function redeemAccessLink(token: string, visit: Visit): Promise<SignInResult> {
  return inSharedTransaction(() => {
    const account = selectAccount().get({ id: redeem('access', token) });
    if (!account) throw new AppError('token_invalid');
    const refusal = findSignInRefusal(account);
    if (refusal) throw new AppError(refusal);
    recordAudit({
      type: 'access_link_used',
      actor: { id: account.id, email: account.email, address: visit.address },
    });
    return completeSignIn(visit, account.id);
  });
}
