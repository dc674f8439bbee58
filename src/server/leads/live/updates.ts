import type { LiveEvents } from '~/shared/leads/live';
import { listNewestEnquiries } from '../../notices/new-leads/new-leads';
import { selectEventsAfter, selectLastEventId, selectWins } from '../history/event-queries';
import { type Receipts, selectReceiptLeads } from './receipt-queries';

/** Events that one message tells of; a panel that missed more asks for what it shows just the same. */
const MAX_EVENTS_PER_UPDATE = 1000;
/** Receipts in one update; more come only with a backlog, whose timelines nobody has open. */
const MAX_RECEIPTS_PER_UPDATE = 1000;

const encoder = new TextEncoder();

/** A server-sent event. Only those with an `id` move the point from which a panel resumes. */
export function frame<Name extends keyof LiveEvents>(
  event: Name,
  data: LiveEvents[Name],
  id?: number,
): Uint8Array<ArrayBuffer> {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${text}\n\n`);
}

/** One message that tells of everything after an event, built once for all panels; null if there was nothing. */
export function buildUpdateSince(after: number): { message: Uint8Array; upTo: number } | null {
  const upTo = selectLastEventId().get()?.id ?? after;
  if (upTo <= after) return null;
  const events = selectEventsAfter().all({ after, limit: MAX_EVENTS_PER_UPDATE });
  const acts = events.flatMap(({ lead_id, actor_id, actor_name, field }) =>
    actor_id && actor_name && field ? [{ lead_id, actor_id, actor_name, field }] : [],
  );
  const won = selectWins().all({ after, until: upTo, limit: MAX_EVENTS_PER_UPDATE });
  return { message: frame('leads', { acts, won, enquiries: listNewestEnquiries(), as_of: upTo }, upTo), upTo };
}

/**
 * Messages about receipts after these. Receipts are no events of their leads: panels fetch the timelines that they
 * have open. A failure changes the lead itself, too.
 */
export function buildReceiptUpdates(after: Receipts, as_of: number): Uint8Array[] {
  const about = selectReceiptLeads().all({ ...after, limit: MAX_RECEIPTS_PER_UPDATE });
  const ids = [...new Set(about.map(({ lead_id }) => lead_id))];
  if (ids.length === 0) return [];
  const changed = about.some(({ has_failed }) => has_failed);
  return [
    frame('conversations', ids),
    ...(changed ? [frame('leads', { acts: [], won: [], enquiries: [], as_of })] : []),
  ];
}
