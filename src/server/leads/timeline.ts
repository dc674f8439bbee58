import type { LeadEvent } from '~/shared/leads/event';
import { selectTimeline } from './event-queries';
import { findLead } from './leads';

/** Far more than a lead ever gathers, and still one answer. */
const LONGEST_TIMELINE = 500;

/** What happened to a lead, latest first. Throws AppError `not_found`. */
export function readTimeline(leadId: number): LeadEvent[] {
  findLead(leadId);
  return selectTimeline().all({ lead_id: leadId, limit: LONGEST_TIMELINE });
}
