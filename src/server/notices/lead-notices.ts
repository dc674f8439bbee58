import type { ReloadUpdate } from '~/shared/leads/live';
import {
  insertEnquiryNotice,
  insertWatch,
  insertWatchAgain,
  restoreWatch,
  selectNewestEnquiries,
  selectWatch,
} from './new-leads/new-lead-queries';
import { listPeople, onDuty } from './people';
import { tell } from './tell';
import { wakeNotices } from './wake';

/**
 * Records that an enquiry became a lead, in the caller's transaction: it will be announced, and watched until somebody
 * touches it. `knownTo`: who let it in, and needs no notice.
 */
export function noteEnquiry(leadId: number, knownTo: string | null, now: string): void {
  insertEnquiryNotice().run({ lead_id: leadId, known_to: knownTo, arrived_at: now });
  insertWatch().run({ lead_id: leadId, since: now });
  wakeNotices();
}

/**
 * Records that somebody awaits an answer, in the caller's transaction: they are watched until somebody touches the lead
 * and, if `isTold`, their owner is told, or whoever is on duty.
 */
export function noteAwaiting(
  leadId: number,
  ownerId: string | null,
  now: string,
  { isTold }: { isTold: boolean },
): void {
  if (isTold) {
    const people = listPeople();
    const owner = people.filter(({ id }) => id === ownerId);
    tell(owner.length > 0 ? owner : onDuty(people), { kind: 'awaiting_reply', leads: [leadId], total: 1 });
  }
  restoreWatch().run({ lead_id: leadId, step: 'plan', due_at: now, since: now });
}

/** Runs work on a lead, in the caller's transaction, that does not count as touching it: its watch survives. */
export function withoutTouching<T>(leadId: number, work: () => T): T {
  const watch = selectWatch().get({ lead_id: leadId });
  const result = work();
  if (watch) restoreWatch().run(watch);
  return result;
}

/** Restarts the watch of a recent enquiry after an undo. */
export function watchAgain(leadId: number, now: string): void {
  insertWatchAgain().run({ lead_id: leadId, since: now });
}

/** How many of the newest enquiries a panel gets that missed too much for one message each. */
const MOST_MISSED = 20;

/** The newest recent enquiries that nobody let in by hand. */
export function listNewestEnquiries(): ReloadUpdate['enquiries'] {
  return selectNewestEnquiries()
    .all({ limit: MOST_MISSED })
    .map(({ lead_id, arrived_at }) => ({ id: lead_id, at: arrived_at }));
}
