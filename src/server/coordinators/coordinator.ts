import type { Coordinator } from '~/shared/accounts/coordinator';
import { deleteTokensOfUser } from '../accounts/token-queries';
import { deleteSessionsOfUser } from '../sessions/session-queries';
import { selectCoordinator } from './coordinator-queries';

/** An agency's coordinator, or null. */
export function findCoordinator(companyId: number): Coordinator | null {
  return selectCoordinator().get({ company_id: companyId }) ?? null;
}

/** Ends the sessions and links of an agency's coordinator, in the caller's transaction. */
export function endCoordinatorAccess(companyId: number): void {
  const coordinator = findCoordinator(companyId);
  if (!coordinator) return;
  deleteSessionsOfUser().run({ user_id: coordinator.id });
  deleteTokensOfUser().run({ user_id: coordinator.id });
}
