import { deleteUser, selectAccount } from '../accounts/account-queries';
import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { selectEmails, selectHasWorked } from './coordinator-queries';

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
