import type { SessionUser } from '~/shared/accounts/account';
import { ADMIN_PASSWORD_LENGTH, type SetUpAdmin } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { AppError } from '../app-error';
import { recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import type { Visit } from '../http/visit';
import { requireGoodPassword } from '../passwords/password-strength';
import { hashPassword } from '../passwords/passwords';
import { beginSession } from '../sessions/sessions';
import { selectEmailTaken, selectHasActiveAdmin } from './account-queries';
import { limitLinkHashes } from './mails/mail-limits';
import { addUser } from './new-user';
import { findLink, issueLink, redeem } from './one-time-tokens';

export function hasActiveAdmin(): boolean {
  return selectHasActiveAdmin().get()?.found === 1;
}

const deleteFirstAdminTokens = query<[]>("DELETE FROM one_time_tokens WHERE purpose = 'first_admin'");

/** A link to set up the first administrator; it replaces any earlier one. */
export function issueFirstAdminLink(): Promise<string> {
  return inSharedTransaction(() => {
    deleteFirstAdminTokens().run();
    return issueLink('first_admin').url;
  });
}

/**
 * Redeems the printed link: makes the first administrator and begins a session. Hashes nothing without a valid link.
 * @throws {AppError} `token_invalid` if the link was used, has expired, or an administrator exists already; `invalid`
 * if the email belongs to another account or the password is easily guessed; `too_many`; `busy`.
 */
export async function setUpFirstAdmin({ token, password, ...account }: SetUpAdmin, visit: Visit): Promise<SessionUser> {
  if (!findLink('first_admin', token) || hasActiveAdmin()) throw new AppError('token_invalid');
  await requireGoodPassword(password, { ...account, minLength: ADMIN_PASSWORD_LENGTH });
  await limitLinkHashes(visit.address);
  const password_hash = await hashPassword(password);
  return inSharedTransaction(() => {
    redeem('first_admin', token);
    if (hasActiveAdmin()) throw new AppError('token_invalid');
    return beginSession(visit, insertAdmin({ ...account, password_hash }));
  });
}

/**
 * Makes an active administrator without a link, for the operator and for ADMIN_EMAIL; returns the user's id.
 * @throws {AppError} `invalid` if the email belongs to another account or the password is easily guessed.
 */
export async function createAdmin({ password, ...account }: Omit<SetUpAdmin, 'token'>): Promise<string> {
  await requireGoodPassword(password, { ...account, minLength: ADMIN_PASSWORD_LENGTH });
  const password_hash = await hashPassword(password);
  return inSharedTransaction(() => insertAdmin({ ...account, password_hash }));
}

type NewAdmin = Omit<SetUpAdmin, 'token' | 'password'> & { password_hash: string };

function insertAdmin({ name, email, password_hash }: NewAdmin): string {
  if (selectEmailTaken().get({ email })?.found)
    throw new AppError('invalid', { fields: { email: accountStrings.errors.emailTaken } });
  const id = addUser({ email, name, password_hash, status: 'active', role: 'admin' });
  recordAudit({ type: 'admin_created', actor: null, subject: { id, email } });
  return id;
}
