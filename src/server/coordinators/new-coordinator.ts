import { ADMIN_PASSWORD_LENGTH, INITIAL_PASSWORD_DAYS, type NewCoordinator } from '~/shared/accounts/schema';
import type { Coordinator } from '~/shared/companies/company';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { selectAccount, selectEmailTaken } from '../accounts/account-queries';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { addUser } from '../accounts/new-user';
import { deleteTokensOfUser } from '../accounts/token-queries';
import { errorAt } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { waitForFirstOutcome } from '../outbox/enqueue';
import { requireGoodPassword } from '../passwords/password-strength';
import { hashPassword, passwordMatches } from '../passwords/passwords';
import { deleteSessionsOfUser } from '../sessions/session-queries';
import { selectCoordinator } from './coordinator-queries';
import { orderAccessLink } from './provisioning';

/** An agency's coordinator, or null. */
export function findCoordinator(companyId: number): Coordinator | null {
  const row = selectCoordinator().get({ company_id: companyId });
  return row ? { ...row, second_factor: row.second_factor === 1 } : null;
}

/** Ends the sessions and links of an agency's coordinator, in the caller's transaction. */
export function endCoordinatorAccess(companyId: number): void {
  const coordinator = findCoordinator(companyId);
  if (!coordinator) return;
  deleteSessionsOfUser().run({ user_id: coordinator.id });
  deleteTokensOfUser().run({ user_id: coordinator.id });
}

export const INITIAL_PASSWORD_VALID_MS = INITIAL_PASSWORD_DAYS * 24 * 60 * 60 * 1000;
/** How long the administrator waits for the access link's first attempt. The outbox retries after that. */
const LINK_OUTCOME_TIMEOUT_MS = 10_000;

type Prepared = Pick<NewCoordinator, 'name' | 'email' | 'provisionInCRM'> & { password_hash: string };

/** The slow part, before the transaction. Throws AppError `invalid` for an easily guessed password; `busy`. */
export async function prepareCoordinator(input: NewCoordinator): Promise<Prepared> {
  const { name, email, provisionInCRM, password } = input;
  await requireGoodPassword(password, { email, name, minLength: ADMIN_PASSWORD_LENGTH });
  return { name, email, provisionInCRM, password_hash: await hashPassword(password) };
}

/**
 * Makes an agency's coordinator, in the caller's transaction, and orders either the access link, whose message id it
 * returns, or the welcome mail.
 * @throws {AppError} `conflict` at `email` if it is taken.
 */
export function makeCoordinator(
  { name, email, provisionInCRM, password_hash }: Prepared,
  company_id: number,
  actor: Actor,
): { id: string; linkMessageId: string | null } {
  if (selectEmailTaken().get({ email })?.found)
    throw errorAt('email', accountStrings.errors.emailTaken, { code: 'conflict' });
  // The email counts as verified: the administrator vouches for it.
  const id = addUser({
    email,
    name,
    password_hash,
    status: 'pending',
    role: 'coordinator',
    company_id,
    password_expires_at: new Date(Date.now() + INITIAL_PASSWORD_VALID_MS).toISOString(),
  });
  recordAudit({ type: 'coordinator_created', actor, subject: { id, email }, companyId: company_id });
  if (provisionInCRM) return { id, linkMessageId: orderAccessLink({ id, email }) };
  enqueueMail({ template: 'welcome_coordinator', user_id: id });
  return { id, linkMessageId: null };
}

/** Whether a coordinator's password is still this initial one. */
export function hasPassword(id: string, password: string): Promise<boolean> {
  return passwordMatches(password, selectAccount().get({ id })?.password_hash);
}

/** Whether the access link was sent at the first attempt; false if none was ordered. Call it after the transaction. */
export async function isLinkSent(linkMessageId: string | null): Promise<boolean> {
  return linkMessageId !== null && (await waitForFirstOutcome(linkMessageId, LINK_OUTCOME_TIMEOUT_MS));
}
