import { type SignUp, STAFF_PASSWORD_LENGTH } from '~/shared/accounts/schema';
import { AppError } from '../app-error';
import { recordAudit } from '../audit/audit';
import { inTransaction } from '../db';
import { getSettings } from '../env';
import {
  type AccountRow,
  insertProfile,
  insertUser,
  selectAccount,
  selectAccountByEmail,
  selectActiveAdminIds,
  updateEmailVerified,
  updateOwnPassword,
  updateProfileName,
} from './account-queries';
import { limitMails } from './mail-limits';
import { enqueueMail } from './mails';
import { redeem } from './one-time-tokens';
import { requireGoodPassword } from './password-policy';
import { hashPassword, requireRoomToHash } from './passwords';
import { deleteTokensOfUser } from './token-queries';

/**
 * Takes a sign-up. Whether the email is new or has an account, the caller learns the same, after the same work; the
 * difference arrives by mail.
 * @throws {AppError} `signup_closed`; `invalid` for a password that is easily guessed; `too_many`; `busy`.
 */
export async function signUp({ email, password, name }: SignUp, clientAddress: string): Promise<void> {
  if (getSettings().SIGNUP_POLICY === 'closed') throw new AppError('signup_closed');
  const calledName = name ?? email.split('@')[0] ?? email;
  await requireGoodPassword(password, { email, name: calledName, minLength: STAFF_PASSWORD_LENGTH });
  await requireRoomToHash();
  await limitMails('sign-up', email, clientAddress);
  const password_hash = await hashPassword(password);
  inTransaction(() => {
    const existing = selectAccountByEmail().get({ email });
    if (!existing) addSignUp({ email, name: calledName, password_hash }, clientAddress);
    else if (isUnfinishedSignUp(existing)) renewSignUp(existing, calledName, password_hash);
    else enqueueMail({ template: 'account_exists', email: existing.email });
  });
}

function addSignUp(account: { email: string; name: string; password_hash: string }, address: string): void {
  const id = crypto.randomUUID();
  const created_at = new Date().toISOString();
  insertUser().run({
    id,
    email: account.email,
    password_hash: account.password_hash,
    password_expires_at: null,
    email_verified_at: null,
    must_change_password: 0,
    created_at,
  });
  const status = getSettings().SIGNUP_POLICY === 'open' ? 'active' : 'pending';
  insertProfile().run({ id, name: account.name, status, company_id: null, created_at });
  recordAudit({ type: 'signed_up', actor: null, subject: { id, email: account.email }, address });
  enqueueMail({ template: 'verify_email', user_id: id });
}

function isUnfinishedSignUp(account: AccountRow): boolean {
  return !account.email_verified_at && (account.status === 'pending' || account.status === 'active');
}

/** Nobody has proved to own the email yet, so the last one to ask sets the password, and earlier links are void. */
function renewSignUp({ id }: AccountRow, name: string, password_hash: string): void {
  updateOwnPassword().run({ id, password_hash });
  updateProfileName().run({ id, name });
  deleteTokensOfUser().run({ user_id: id });
  enqueueMail({ template: 'verify_email', user_id: id });
}

/**
 * Mails the verification link once more, where a sign-up waits for it; the caller learns nothing either way.
 * @throws {AppError} `too_many`.
 */
export async function resendVerification(email: string, clientAddress: string): Promise<void> {
  await limitMails('sign-up', email, clientAddress);
  inTransaction(() => {
    const account = selectAccountByEmail().get({ email });
    const unfinished = account && isUnfinishedSignUp(account);
    // For an unknown email, too, a mail is ordered: it finds nobody when it is sent, and the answer took as long.
    enqueueMail(
      unfinished ? { template: 'verify_email', user_id: account.id } : { template: 'account_exists', email },
    );
  });
}

/**
 * Redeems a verification link. Tells the administrators when an approval is needed now. Returns the account.
 * @throws {AppError} `token_invalid`.
 */
export function verifyEmail(token: string, clientAddress: string): AccountRow {
  return inTransaction(() => {
    const id = redeem('verify', token);
    updateEmailVerified().run({ id, email_verified_at: new Date().toISOString() });
    deleteTokensOfUser().run({ user_id: id });
    const account = selectAccount().get({ id });
    if (!account) throw new AppError('token_invalid');
    recordAudit({ type: 'email_verified', actor: { id, email: account.email, address: clientAddress } });
    if (account.status === 'pending') {
      for (const admin of selectActiveAdminIds().all()) {
        enqueueMail({ template: 'awaiting_approval', user_id: admin.id, applicant_id: id });
      }
    }
    return account;
  });
}
