import {
  ADMIN_PASSWORD_LENGTH,
  type CreateCoordinator,
  INITIAL_PASSWORD_DAYS,
  type NewCoordinator,
} from '~/shared/accounts/schema';
import type { Coordinator } from '~/shared/companies/company';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { AWAITS_LINK, HAS_SECOND_FACTOR, selectAccount, selectEmailTaken } from '../accounts/account-queries';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { addUser } from '../accounts/new-user';
import { deleteTokensOfUser } from '../accounts/one-time-tokens';
import { AppError, errorAt, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { waitForFirstOutcome } from '../outbox/enqueue';
import { requireGoodPassword } from '../passwords/password-strength';
import { hashPassword, passwordMatches } from '../passwords/passwords';
import { deleteSessionsOfUser } from '../sessions/session-queries';
import { orderAccessLink } from './access-link';

export const INITIAL_PASSWORD_VALID_MS = INITIAL_PASSWORD_DAYS * 24 * 60 * 60 * 1000;
/** How long the administrator waits for the access link's first attempt. The outbox retries after that. */
const LINK_OUTCOME_TIMEOUT_MS = 10_000;

type CreatedCoordinator = { id: string; email: string; name: string; magicLinkSent: boolean };

/**
 * Makes an agency's coordinator, who must choose a password at the first sign-in. With `provisionInCRM` an access link
 * is ordered in the same transaction; if it cannot be sent, the coordinator stays and `magicLinkSent` is false.
 * @throws {AppError} `not_found` for the agency; `coordinator_exists`; `conflict` for a taken email; `invalid` for a
 * password that is easily guessed; `busy`.
 */
export async function createCoordinator(input: CreateCoordinator, actor: Actor): Promise<CreatedCoordinator> {
  requireFreeSeat(input.companyId);
  const prepared = await prepareCoordinator(input);
  const { id, linkMessageId } = await inSharedTransaction(() => {
    requireFreeSeat(input.companyId);
    return makeCoordinator(prepared, input.companyId, actor);
  });
  const { email, name } = prepared;
  return { id, email, name, magicLinkSent: await isLinkSent(linkMessageId) };
}

/** Whether an agency already has its coordinator; no row without the agency. */
const selectCoordinatorSeat = query<[{ company_id: number }], { taken: 0 | 1 }>(
  `SELECT EXISTS (SELECT 1 FROM profiles WHERE company_id = companies.id) AS taken
   FROM companies WHERE id = :company_id AND deleted_at IS NULL`,
);

function requireFreeSeat(companyId: number): void {
  const seat = requireFound(selectCoordinatorSeat().get({ company_id: companyId }));
  if (seat.taken) throw new AppError('coordinator_exists');
}

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

type CoordinatorRow = Omit<Coordinator, 'second_factor' | 'awaits_link'> & {
  second_factor: 0 | 1;
  awaits_link: 0 | 1;
};

const selectCoordinator = query<[{ company_id: number }], CoordinatorRow>(
  `SELECT profiles.id, profiles.name, users.email, profiles.status, users.password_expires_at, profiles.created_at,
          ${HAS_SECOND_FACTOR} AS second_factor, ${AWAITS_LINK} AS awaits_link
   FROM profiles JOIN users ON users.id = profiles.id WHERE profiles.company_id = :company_id`,
);

/** An agency's coordinator, or null. */
export function findCoordinator(companyId: number): Coordinator | null {
  const row = selectCoordinator().get({ company_id: companyId });
  return row ? { ...row, second_factor: row.second_factor === 1, awaits_link: row.awaits_link === 1 } : null;
}

/** Ends the sessions and links of an agency's coordinator, in the caller's transaction. */
export function endCoordinatorAccess(companyId: number): void {
  const coordinator = findCoordinator(companyId);
  if (!coordinator) return;
  deleteSessionsOfUser().run({ user_id: coordinator.id });
  deleteTokensOfUser().run({ user_id: coordinator.id });
}

const selectEmails = query<[{ ids: string }], { id: string; email: string }>(
  `SELECT id, email FROM users
   WHERE id IN (SELECT value FROM json_each(:ids)) AND id NOT IN (SELECT id FROM api_tokens)`,
);

/** The emails of the given users, by id; unknown ids are left out. */
export function getUserEmails(userIds: string[]): Record<string, string> {
  const rows = selectEmails().all({ ids: JSON.stringify(userIds) });
  return Object.fromEntries(rows.map(({ id, email }) => [id, email]));
}
