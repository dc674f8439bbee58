import type { LeadEvent } from '~/shared/leads/event';
import { selectTimeline } from './event-queries';
import { findLead } from './leads';

/** Far more events than a lead ever has, but still a small answer. */
const LONGEST_TIMELINE = 500;

/** A lead's events, newest first. Throws AppError `not_found`. */
export function readTimeline(leadId: number): LeadEvent[] {
  findLead(leadId);
  return selectTimeline().all({ lead_id: leadId, limit: LONGEST_TIMELINE });
}
