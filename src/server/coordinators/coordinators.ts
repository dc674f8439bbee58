import type { Coordinator } from '~/shared/companies/company';
import { deleteUser, selectAccount } from '../accounts/account-queries';
import { deleteTokensOfUser } from '../accounts/one-time-token-queries';
import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { deleteSessionsOfUser } from '../sessions/session-queries';
import { selectCoordinator, selectEmails, selectHasWorked } from './coordinator-queries';

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

/** The emails of the given users, by id; unknown ids are left out. */
export function getUserEmails(userIds: string[]): Record<string, string> {
  const rows = selectEmails().all({ ids: JSON.stringify(userIds) });
  return Object.fromEntries(rows.map(({ id, email }) => [id, email]));
}

/**
 * Deletes a coordinator, or a sign-up not approved. Staff who have worked stay: leads and notes carry their names.
 * @throws {AppError} `not_found`; `own_account`; `staff_stays`.
 */
export async function deleteUserAccount(userId: string, actor: Actor): Promise<void> {
  if (userId === actor.id) throw new AppError('own_account');
  await inSharedTransaction(() => {
    const account = requireFound(selectAccount().get({ id: userId }));
    const isCoordinator = account.company_id !== null;
    const wasTurnedDown = account.status === 'pending' || account.status === 'disabled';
    if (!isCoordinator && (!wasTurnedDown || selectHasWorked().get({ id: userId })?.found === 1))
      throw new AppError('staff_stays');
    recordAudit({
      type: 'user_deleted',
      actor,
      subject: { id: null, email: account.email },
      companyId: account.company_id,
    });
    deleteUser().run({ id: userId });
  });
}
