import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { selectAccount } from './account-queries';

const deleteUser = query<[{ id: string }]>('DELETE FROM users WHERE id = :id');

/** 1 if a lead's notes or history name this user. */
const selectHasWorked = query<[{ id: string }], { found: 0 | 1 }>(
  `SELECT EXISTS (SELECT 1 FROM lead_notes WHERE author_id = :id)
       OR EXISTS (SELECT 1 FROM lead_events WHERE actor_id = :id) AS found`,
);

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
