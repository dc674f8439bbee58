import { selectAccount, selectAccountByEmail } from '../accounts/account-queries';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { settleAccess } from '../accounts/settle-access';
import { AppError } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { deleteSessionsOfUser } from '../sessions/session-queries';
import { deletePendingOfUser, deleteRecoveryCodes, deleteTotp } from './second-factor-queries';

/**
 * For an administrator, when somebody lost phone and codes: removes their app, codes and passkeys, ends their sessions,
 * revokes their other access and notifies them by mail.
 * @throws {AppError} `not_found`; `own_account`.
 */
export function resetSecondFactor(id: string, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    if (id === actor.id) throw new AppError('own_account');
    removeFactors(selectAccount().get({ id }), actor);
  });
}

/** Likewise for the operator, even for the last administrator. Throws AppError `not_found`. */
export function resetSecondFactorOf(email: string): Promise<void> {
  return inSharedTransaction(() => removeFactors(selectAccountByEmail().get({ email }), null));
}

type Found = { id: string; email: string; company_id: number | null } | undefined;

function removeFactors(account: Found, actor: Actor | null): void {
  if (!account) throw new AppError('not_found');
  const of = { user_id: account.id };
  deleteTotp().run(of);
  deleteRecoveryCodes().run(of);
  deletePendingOfUser().run(of);
  recordAudit({ type: 'second_factor_reset', actor, subject: account, companyId: account.company_id });
  const closed = settleAccess('reset', account, { actor, keptPasskeys: [] });
  deleteSessionsOfUser().run(of);
  enqueueMail({ template: 'second_factor_reset', user_id: account.id, closed });
}
