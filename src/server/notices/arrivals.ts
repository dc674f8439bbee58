import type { ReloadUpdate } from '~/shared/leads/live';
import {
  insertEnquiryNotice,
  insertWatch,
  insertWatchAgain,
  restoreWatch,
  selectNewestEnquiries,
  selectWatch,
} from './enquiry-queries';
import { wakeNotices } from './wake';

/**
 * Notes that an enquiry became a lead, in the caller's transaction: it will be told, and watched until somebody touches
 * it. `knownTo`: who let it in, and need not be told.
 */
export function noteEnquiry(leadId: number, knownTo: string | null, now: string): void {
  insertEnquiryNotice().run({ lead_id: leadId, known_to: knownTo, arrived_at: now });
  insertWatch().run({ lead_id: leadId, since: now });
  wakeNotices();
}

/**
 * Does something with a lead, in the caller's transaction, that is nobody's answer to it: if it waits for somebody to
 * touch it, it still does.
 */
export function withoutTouching<T>(leadId: number, work: () => T): T {
  const watch = selectWatch().get({ lead_id: leadId });
  const result = work();
  if (watch) restoreWatch().run(watch);
  return result;
}

/** What was done with an enquiry of these days has been taken back: it waits for somebody again, from now on. */
export function watchAgain(leadId: number, now: string): void {
  insertWatchAgain().run({ lead_id: leadId, since: now });
}

/** How many of the newest enquiries a panel learns of that missed too much to be told one by one. */
const MOST_MISSED = 20;

/** The newest enquiries of the last days that came by themselves. */
export function listNewestEnquiries(): ReloadUpdate['enquiries'] {
  return selectNewestEnquiries()
    .all({ limit: MOST_MISSED })
    .map(({ lead_id, arrived_at }) => ({ id: lead_id, at: arrived_at }));
}
