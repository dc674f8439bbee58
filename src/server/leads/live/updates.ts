import type { LiveEvents, Win } from '~/shared/leads/live';
import { query } from '../../database/connection';
import { selectLastEventId } from '../history/event-queries';

/** The last delivery status and the last reaction, by their ids. */
export type Receipts = { statuses: number; reactions: number };

export const selectLastReceipts = query<[], Receipts>(
  `SELECT coalesce((SELECT max(id) FROM message_statuses), 0) AS statuses,
     coalesce((SELECT max(id) FROM message_reactions), 0) AS reactions`,
);

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

/** Leads won between two events, and by whom. */
const selectWins = query<[{ after: number; until: number; limit: number }], Win>(
  `SELECT lead_id, leads.nombre, actor_id AS user_id, profiles.name AS user_name
   FROM (SELECT * FROM lead_events WHERE id > :after AND id <= :until ORDER BY id LIMIT :limit) AS recent
     JOIN leads ON leads.id = lead_id LEFT JOIN profiles ON profiles.id = actor_id
   WHERE field = 'estado' AND to_value = 'ganado' AND leads.deleted_at IS NULL
   ORDER BY recent.id`,
);

type RecentEvent = {
  id: number;
  lead_id: number;
  actor_id: string | null;
  actor_name: string | null;
  field: string | null;
};

const selectEventsAfter = query<[{ after: number; limit: number }], RecentEvent>(
  `SELECT lead_events.id, lead_id, actor_id, profiles.name AS actor_name, field
   FROM lead_events LEFT JOIN profiles ON profiles.id = actor_id
   WHERE lead_events.id > :after ORDER BY lead_events.id LIMIT :limit`,
);

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

/** The leads of later statuses and reactions, and whether a message failed. */
const selectReceiptLeads = query<[Receipts & { limit: number }], { lead_id: number; has_failed: 0 | 1 }>(
  `SELECT lead_id, status = 'failed' AS has_failed FROM message_statuses
     CROSS JOIN messages ON messages.wamid = message_statuses.wamid
   WHERE message_statuses.id > :statuses AND lead_id IS NOT NULL
   UNION ALL
   SELECT lead_id, 0 FROM message_reactions CROSS JOIN messages ON messages.wamid = message_reactions.wamid
   WHERE message_reactions.id > :reactions AND lead_id IS NOT NULL
   LIMIT :limit`,
);

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

/** How many of the newest enquiries panels are told, whatever they missed. */
const MAX_MISSED_ENQUIRIES = 20;

/** The newest enquiries that nobody let in by hand. */
const selectNewestEnquiries = query<[{ limit: number }], { lead_id: number; arrived_at: string }>(
  `SELECT lead_id, arrived_at FROM notice_enquiries WHERE known_to IS NULL ORDER BY lead_id DESC LIMIT :limit`,
);

/** The newest recent enquiries that nobody let in by hand. */
function listNewestEnquiries(): LiveEvents['leads']['enquiries'] {
  return selectNewestEnquiries()
    .all({ limit: MAX_MISSED_ENQUIRIES })
    .map(({ lead_id, arrived_at }) => ({ id: lead_id, at: arrived_at }));
}
