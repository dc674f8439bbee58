import type { Coordinator } from '~/shared/companies/company';
import { deleteTokensOfUser } from '../accounts/one-time-token-queries';
import { deleteSessionsOfUser } from '../sessions/session-queries';
import { selectCoordinator } from './coordinator-queries';

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
