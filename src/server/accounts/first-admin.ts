import type { SetUpAdmin } from '~/shared/accounts/schema';
import { ADMIN_PASSWORD_LENGTH } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts';
import { AppError } from '../app-error';
import { recordAudit } from '../audit/audit';
import { inTransaction } from '../db';
import {
  insertProfile,
  insertRole,
  insertUser,
  selectEmailTaken,
  selectHasActiveAdmin,
} from './account-queries';
import { issueToken } from './one-time-tokens';
import { requireGoodPassword } from './password-policy';
import { hashPassword } from './passwords';
import { hashToken } from './secret-tokens';
import { deleteFirstAdminTokens, redeemToken } from './token-queries';

/** Whether somebody can already manage the CRM. */
export function hasActiveAdmin(): boolean {
  return selectHasActiveAdmin().get()?.found === 1;
}

/** A one-time token with which the first administrator sets up the account; it replaces any earlier one. */
export function issueFirstAdminToken(): string {
  return inTransaction(() => {
    deleteFirstAdminTokens().run();
    return issueToken('first_admin', null);
  });
}

/**
 * Redeems the printed link: makes the administrator, verified and active, and returns the user's id.
 * @throws {AppError} `token_invalid` where the link was used, has expired, or an administrator exists by now;
 * `invalid` where the email belongs to another account, or the password is easily guessed.
 */
export async function setUpFirstAdmin({ token, ...account }: SetUpAdmin): Promise<string> {
  await requireGoodPassword(account.password, { ...account, minLength: ADMIN_PASSWORD_LENGTH });
  const passwordHash = await hashPassword(account.password);
  return inTransaction(() => {
    const redeemed = redeemToken().get({
      token_hash: hashToken(token),
      purpose: 'first_admin',
      now: new Date().toISOString(),
    });
    if (!redeemed || hasActiveAdmin()) throw new AppError('token_invalid');
    return insertAdmin({ name: account.name, email: account.email, passwordHash });
  });
}

/**
 * Makes an administrator, verified and active, without a link: for the operator and for ADMIN_EMAIL.
 * Returns the user's id. Throws AppError `invalid` where the email belongs to another account.
 */
export async function createAdmin(account: {
  name: string;
  email: string;
  password: string;
}): Promise<string> {
  const passwordHash = await hashPassword(account.password);
  return inTransaction(() => insertAdmin({ name: account.name, email: account.email, passwordHash }));
}

function insertAdmin({
  name,
  email,
  passwordHash,
}: {
  name: string;
  email: string;
  passwordHash: string;
}): string {
  if (selectEmailTaken().get({ email })?.found) {
    throw new AppError('invalid', { fields: { email: accountStrings.errors.emailTaken } });
  }
  const id = crypto.randomUUID();
  const now = new Date().toISOString();
  insertUser().run({
    id,
    email,
    password_hash: passwordHash,
    password_expires_at: null,
    email_verified_at: now,
    must_change_password: 0,
    created_at: now,
  });
  insertProfile().run({ id, name, status: 'active', company_id: null, created_at: now });
  insertRole().run({ user_id: id, role: 'admin' });
  recordAudit({ type: 'admin_created', actor: null, subject: { id, email } });
  return id;
}
