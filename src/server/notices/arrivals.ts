import { insertEnquiryNotice, insertWatch } from './enquiry-queries';
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
