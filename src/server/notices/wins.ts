import { listPeople } from './people';
import { tell } from './tell';

/**
 * Tells administrators, but not whoever did it, that leads were won, in the transaction that changes them. `total`: how many they
 * are, where only the first are given.
 */
export function tellWon(leads: number[], by: string, total = leads.length): void {
  const admins = listPeople().filter(({ id, isAdmin }) => isAdmin && id !== by);
  tell(admins, { kind: 'lead_won', leads, total, by });
}
