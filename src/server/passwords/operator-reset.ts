import {
  type AccountRow,
  selectAccountByEmail,
  updateInitialPassword,
  updateUselessPassword,
} from '../accounts/account-queries';
import { closeDoors } from '../accounts/doors';
import { type ClosedDoors, enqueueMail } from '../accounts/mails/mails';
import { deleteTokensOfUser } from '../accounts/token-queries';
import { AppError } from '../app-error';
import { recordAudit } from '../audit/audit';
import { INITIAL_PASSWORD_VALID_MS } from '../coordinators/new-coordinator';
import { inSharedTransaction } from '../database/group-commit';
import { makeToken } from '../secrets/tokens';
import { deleteSessionsOfUser } from '../sessions/session-queries';
import { hashPassword } from './passwords';

/**
 * For the operator: gives an account a random password, which must be changed at the next sign-in and expires like
 * every initial one. Ends the account's sessions, see `closeDoors`. Returns the password.
 * @throws {AppError} `not_found`.
 */
export async function giveInitialPassword(email: string): Promise<string> {
  const password = makeToken().slice(0, 20);
  const password_hash = await hashPassword(password);
  const password_expires_at = new Date(Date.now() + INITIAL_PASSWORD_VALID_MS).toISOString();
  await replacePassword(email, ({ id }) =>
    updateInitialPassword().run({ id, password_hash, password_expires_at }),
  );
  return password;
}

/**
 * For the operator: invalidates the password, ends the account's sessions and orders a mail with a link to choose a new
 * one. The server sends the mail.
 * @throws {AppError} `not_found`.
 */
export async function orderResetLink(email: string): Promise<void> {
  const password_hash = await hashPassword(makeToken());
  await replacePassword(email, ({ id }, closed) => {
    updateUselessPassword().run({ id, password_hash });
    enqueueMail({ template: 'reset_by_admin', user_id: id, closed });
  });
}

function replacePassword(
  email: string,
  replace: (account: AccountRow, closed: ClosedDoors) => void,
): Promise<void> {
  return inSharedTransaction(() => {
    const account = selectAccountByEmail().get({ email });
    if (!account) throw new AppError('not_found');
    recordAudit({ type: 'reset_by_admin', actor: null, subject: account, companyId: account.company_id });
    const closed = closeDoors(account.id, { actor: null, subject: account });
    deleteSessionsOfUser().run({ user_id: account.id });
    deleteTokensOfUser().run({ user_id: account.id });
    replace(account, closed);
  });
}
