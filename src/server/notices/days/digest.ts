import { startOfDay } from '~/shared/leads/days';
import { MOST_COUNTED, type NamedLeads, type Person } from '../notice';
import {
  countCameSince,
  countOverdue,
  countToday,
  selectCameSince,
  selectOverdue,
  selectToday,
} from './day-queries';

/** How many leads each part of a digest names. */
const NAMED_IN_DIGEST = 5;

/** Leads since the day of the last digest, the person's own for today, and their overdue ones. */
export type Digest = { new: NamedLeads; today: NamedLeads; overdue: NamedLeads };

/** The current content of a digest. */
export function readDigest({ id, zone }: Pick<Person, 'id' | 'zone'>, day: string, from: string): Digest {
  const own = { owner_id: id, day };
  // From the start of the day, as the list that the mail links to counts.
  const since = startOfDay(from, zone);
  const limit = NAMED_IN_DIGEST;
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  return {
    new: {
      leads: ids(selectCameSince().all({ since, limit })),
      total: countCameSince().get({ since, most: MOST_COUNTED })?.total ?? 0,
    },
    today: {
      leads: ids(selectToday().all({ ...own, limit })),
      total: countToday().get(own)?.total ?? 0,
    },
    overdue: {
      leads: ids(selectOverdue().all({ ...own, limit })),
      total: countOverdue().get(own)?.total ?? 0,
    },
  };
}

/** Whether there is nothing to say. */
export function isEmpty(digest: Digest): boolean {
  return Object.values(digest).every(({ total }) => total === 0);
}
