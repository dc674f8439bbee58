import type { LiveEvents, LiveUpdate } from '~/shared/leads/live';
import { listNewestEnquiries } from '../../notices/new-leads/new-leads';
import { selectEventsAfter, selectLastEventId, selectWins } from '../history/event-queries';
import { selectLead } from '../lead-queries';
import { countLeads } from '../list/lead-counts';
import { findChangedDuplicates } from '../same-person/changed-duplicates';
import { type Receipts, selectReceiptLeads } from './receipt-queries';

/** Above this many leads, reloading its list is cheaper for a panel. */
const MAX_LEADS_PER_UPDATE = 100;
const MAX_EVENTS_PER_UPDATE = 1000;
/** Receipts in one update; more come only with a backlog, whose timelines nobody has open. */
const MAX_RECEIPTS_PER_UPDATE = 1000;
/**
 * Throttle after a message: per lead in it, or after one that made panels reload. Otherwise changing thousands of leads
 * would send hundreds of messages; changing one is not delayed noticeably.
 */
const THROTTLE_PER_LEAD_MS = 10;
const THROTTLE_AFTER_RELOAD_MS = 2000;

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

/** One message with everything after an event, built once for all panels; null if there was nothing. */
export function buildUpdateSince(after: number): { message: Uint8Array; upTo: number; throttleMs: number } | null {
  // First, because another process may commit an event between the two.
  const last = selectLastEventId().get()?.id ?? after;
  if (last <= after) return null;
  const events = selectEventsAfter().all({ after, limit: MAX_EVENTS_PER_UPDATE });
  const upTo = events.at(-1)?.id;
  const ids = [...new Set(events.map((event) => event.lead_id))];
  // No events, although the last id moved: they were erased with their leads.
  const exceedsLimit = ids.length > MAX_LEADS_PER_UPDATE || events.length === MAX_EVENTS_PER_UPDATE;
  if (upTo === undefined || exceedsLimit) {
    const message = frame('reload', { enquiries: listNewestEnquiries() }, last);
    return { message, upTo: last, throttleMs: THROTTLE_AFTER_RELOAD_MS };
  }
  const others = findChangedDuplicates(after, upTo).filter((id) => !ids.includes(id));
  const leads = readLeads([...ids, ...others]);
  const live = new Set(leads.map((lead) => lead.id));
  const update: LiveUpdate = {
    leads,
    gone: ids.filter((id) => !live.has(id)),
    acts: events.flatMap(({ lead_id, actor_id, actor_name, field }) =>
      actor_id && actor_name && field ? [{ lead_id, actor_id, actor_name, field }] : [],
    ),
    won: selectWins().all({ after, until: upTo }),
    counters: countLeads(),
    as_of: upTo,
  };
  return { message: frame('leads', update, upTo), upTo, throttleMs: ids.length * THROTTLE_PER_LEAD_MS };
}

/**
 * Messages about receipts after these. Receipts are no events of their leads: panels fetch the timelines that they
 * have open. A failure changes the lead itself, too.
 */
export function buildReceiptUpdates(after: Receipts, as_of: number): Uint8Array[] {
  const about = selectReceiptLeads().all({ ...after, limit: MAX_RECEIPTS_PER_UPDATE });
  const ids = [...new Set(about.map(({ lead_id }) => lead_id))];
  if (ids.length === 0) return [];
  const failed = readLeads([...new Set(about.flatMap(({ lead_id, has_failed }) => (has_failed ? lead_id : [])))]);
  const update: LiveUpdate = { leads: failed, gone: [], acts: [], won: [], counters: countLeads(), as_of };
  return [frame('conversations', ids), ...(failed.length > 0 ? [frame('leads', update)] : [])];
}

function readLeads(ids: number[]) {
  return ids.flatMap((id) => selectLead().get({ id }) ?? []);
}
