import { listPeople } from './people';
import { tell } from './tell';

/**
 * Notifies administrators of wins, except whoever made them, in the transaction that changes the leads. `total`: how
 * many, if only the first are given.
 */
export function tellWon(leads: number[], by: string, total = leads.length): void {
  const admins = listPeople().filter(({ id, isAdmin }) => isAdmin && id !== by);
  tell(admins, { kind: 'lead_won', leads, total, by });
}
