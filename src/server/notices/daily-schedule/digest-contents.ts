import { startOfDay } from '~/shared/leads/days';
import type { NamedLeads, Recipient } from '../notice';
import { readCameSince, readOverdue, readToday } from './daily-schedule-queries';

const NAMED_IN_DIGEST = 5;

/** Leads since the day of the last digest, the person's own for today, and their overdue ones. */
type Digest = { new: NamedLeads; today: NamedLeads; overdue: NamedLeads };

export function readDigest({ id, zone }: Pick<Recipient, 'id' | 'zone'>, day: string, from: string): Digest {
  const own = { owner_id: id, day };
  return {
    // From the start of the day, as the list that the mail links to counts.
    new: readCameSince({ since: startOfDay(from, zone) }, NAMED_IN_DIGEST),
    today: readToday(own, NAMED_IN_DIGEST),
    overdue: readOverdue(own, NAMED_IN_DIGEST),
  };
}

export function isEmpty(digest: Digest): boolean {
  return Object.values(digest).every(({ total }) => total === 0);
}
