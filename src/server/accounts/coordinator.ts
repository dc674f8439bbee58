import type { Coordinator } from '~/shared/accounts/coordinator';
import { selectCoordinator } from './coordinator-queries';
import { deleteSessionsOfUser } from './session-queries';
import { deleteTokensOfUser } from './token-queries';

/** The person who coordinates an agency, or null. */
export function findCoordinator(companyId: number): Coordinator | null {
  return selectCoordinator().get({ company_id: companyId }) ?? null;
}

/** Ends the sessions and voids the links of an agency's coordinator, inside the caller's transaction. */
export function endCoordinatorAccess(companyId: number): void {
  const coordinator = findCoordinator(companyId);
  if (!coordinator) return;
  deleteSessionsOfUser().run({ user_id: coordinator.id });
  deleteTokensOfUser().run({ user_id: coordinator.id });
}
