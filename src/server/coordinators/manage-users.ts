import type { CreateCoordinator } from '~/shared/accounts/schema';
import {
  type AccountRow,
  deleteUser,
  selectAccount,
  updateUselessPassword,
} from '../accounts/account-queries';
import { closeDoors } from '../accounts/doors';
import { enqueueMail } from '../accounts/mails/mails';
import { deleteTokensOfUser } from '../accounts/token-queries';
import { AppError } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { hashPassword } from '../passwords/passwords';
import { makeToken } from '../secrets/tokens';
import { deleteSessionsOfUser } from '../sessions/session-queries';
import { selectCoordinatorSeat, selectEmails, selectHasWorked } from '../team/team-queries';
import { isLinkSent, makeCoordinator, prepareCoordinator } from './new-coordinator';

export type CreatedCoordinator = { id: string; email: string; name: string; magicLinkSent: boolean };

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

function requireFreeSeat(companyId: number): void {
  const seat = selectCoordinatorSeat().get({ company_id: companyId });
  if (!seat) throw new AppError('not_found');
  if (seat.taken) throw new AppError('coordinator_exists');
}

/** The emails of the given users, by id; unknown ids are left out. */
export function getUserEmails(userIds: string[]): Record<string, string> {
  const rows = selectEmails().all({ ids: JSON.stringify(userIds) });
  return Object.fromEntries(rows.map(({ id, email }) => [id, email]));
}

/**
 * Invalidates a user's password, ends their sessions, revokes devices and calendar, and mails a link to choose a new
 * one. There they say which passkeys are theirs; until then none works.
 * @throws {AppError} `not_found`; `own_account`; `busy`.
 */
export async function resetUserPassword(userId: string, actor: Actor): Promise<void> {
  requireOther(userId, actor);
  const password_hash = await hashPassword(makeToken());
  await inSharedTransaction(() => {
    const account = requireAccount(userId);
    updateUselessPassword().run({ id: userId, password_hash });
    recordAudit({ type: 'reset_by_admin', actor, subject: account, companyId: account.company_id });
    const closed = closeDoors(userId, { actor, subject: account });
    deleteSessionsOfUser().run({ user_id: userId });
    deleteTokensOfUser().run({ user_id: userId });
    enqueueMail({ template: 'reset_by_admin', user_id: userId, closed });
  });
}

/**
 * Deletes a coordinator, or a sign-up that was not approved. Staff who have worked stay: leads and notes carry their
 * names.
 * @throws {AppError} `not_found`; `own_account`; `staff_stays`.
 */
export async function deleteUserAccount(userId: string, actor: Actor): Promise<void> {
  requireOther(userId, actor);
  await inSharedTransaction(() => {
    const account = requireAccount(userId);
    const isCoordinator = account.company_id !== null;
    const wasTurnedDown = account.status === 'pending' || account.status === 'disabled';
    if (!isCoordinator && (!wasTurnedDown || hasWorked(userId))) throw new AppError('staff_stays');
    recordAudit({
      type: 'user_deleted',
      actor,
      subject: { id: null, email: account.email },
      companyId: account.company_id,
    });
    deleteUser().run({ id: userId });
  });
}

function hasWorked(userId: string): boolean {
  return selectHasWorked().get({ id: userId })?.found === 1;
}

function requireAccount(id: string): AccountRow {
  const account = selectAccount().get({ id });
  if (!account) throw new AppError('not_found');
  return account;
}

function requireOther(userId: string, actor: Actor): void {
  if (userId === actor.id) throw new AppError('own_account');
}
