import { query } from '../database/connection';
import { removeInSlices } from '../database/slices';
import { msUntil } from '../process/stored-moments';
import { CHANNELS, type Channel, MAX_COUNTED, MAX_LEADS_NAMED, type NamedLeads } from './notify';
import type { Recipient } from './recipients';
import { startTimer } from './response-timers/response-timers';

const HOUR_MS = 3_600_000;
/** Older enquiries are no news: after a long outage they appear in the digest. */
const NEWS_MS = 24 * HOUR_MS;
const RETENTION_MS = 3 * NEWS_MS;
/** Throttle: the pause after each message, and a longer one beyond so many per hour. */
const PAUSE_MS = 300;
const MAX_PER_HOUR = 100;
const LONG_PAUSE_MS = HOUR_MS / 12;

const insertEnquiryNotice = query<[{ lead_id: number; known_to: string | null; arrived_at: string }]>(
  `INSERT INTO notice_enquiries (lead_id, known_to, arrived_at) VALUES (:lead_id, :known_to, :arrived_at)`,
);

/** Announces a new lead and starts its timer, in the caller's transaction. `knownTo`: who let it in needs no notice. */
export function announceLead(leadId: number, knownTo: string | null, now: string): void {
  insertEnquiryNotice().run({ lead_id: leadId, known_to: knownTo, arrived_at: now });
  startTimer(leadId, now);
  setImmediate(() => wake?.());
}

let wake: (() => void) | undefined;

/** Calls `listener` after each `announceLead` of this process. Returns a function that removes it. */
export function onLeadAnnounced(listener: () => void): () => void {
  wake = listener;
  return () => {
    if (wake === listener) wake = undefined;
  };
}

const selectLastEnquiry = query<[], { lead_id: number }>(
  'SELECT coalesce(max(lead_id), 0) AS lead_id FROM notice_enquiries',
);

type Cursor = {
  user_id: string;
  channel: 'mail' | 'push';
  lead_id: number;
  next_at: string;
  hour: string;
  told_in_hour: number;
};

const selectCursor = query<[Pick<Cursor, 'user_id' | 'channel'>], Cursor>(
  `SELECT user_id, channel, lead_id, next_at, hour, told_in_hour FROM notice_cursors
   WHERE user_id = :user_id AND channel = :channel`,
);

/** Milliseconds until somebody is due news of enquiries; null if nobody is. Reads only. */
export function msUntilNextNews(people: readonly Recipient[], now: number): number | null {
  const last = selectLastEnquiry().get()?.lead_id ?? 0;
  const waits = subscribers(people).flatMap(([channel, { id }]) => {
    const cursor = selectCursor().get({ user_id: id, channel: channel.name });
    if (!cursor) return 0;
    return cursor.lead_id < last ? msUntil(cursor.next_at, LONG_PAUSE_MS, now) : [];
  });
  return waits.length > 0 ? Math.min(...waits) : null;
}

const putCursor = query<[Cursor]>(
  `INSERT INTO notice_cursors (user_id, channel, lead_id, next_at, hour, told_in_hour)
   VALUES (:user_id, :channel, :lead_id, :next_at, :hour, :told_in_hour)
   ON CONFLICT DO UPDATE SET lead_id = excluded.lead_id, next_at = excluded.next_at, hour = excluded.hour,
     told_in_hour = excluded.told_in_hour`,
);

/**
 * Sends everybody who wants it the enquiries since their cursor, in the caller's transaction. One message names all
 * that are pending; pauses between messages throttle a flood.
 */
export function notifyOfNewLeads(people: readonly Recipient[], now: number): void {
  const last = selectLastEnquiry().get()?.lead_id ?? 0;
  const moment = new Date(now).toISOString();
  for (const [channel, person] of subscribers(people)) {
    const key = { user_id: person.id, channel: channel.name };
    const cursor = selectCursor().get(key);
    if (!cursor) {
      putCursor().run({ ...key, ...cursorAt(last, moment) });
      continue;
    }
    if (cursor.lead_id >= last || msUntil(cursor.next_at, LONG_PAUSE_MS, now) > 0) continue;
    const unknown = findAfter(cursor.lead_id, person, now);
    if (unknown.total > 0) channel.enqueue(person, { kind: 'new_leads', ...unknown });
    putCursor().run({ ...key, lead_id: last, ...paceAfter(cursor, unknown.total > 0, now) });
  }
}

function subscribers(people: readonly Recipient[]): [Channel, Recipient][] {
  return CHANNELS.flatMap((channel) =>
    people
      .filter((person) => channel.wants(person, 'new_leads'))
      .map((person): [Channel, Recipient] => [channel, person]),
  );
}

function cursorAt(lead_id: number, moment: string) {
  return { lead_id, next_at: moment, hour: moment.slice(0, 13), told_in_hour: 0 };
}

/** The first enquiries after one that are recent enough to be news, and how many there are. */
const selectEnquiriesAfter = query<
  [{ after: number; since: string; limit: number; most: number }],
  { lead_id: number; known_to: string | null; total: number }
>(
  `SELECT lead_id, known_to, (
     SELECT count(*) FROM (SELECT 1 FROM notice_enquiries WHERE lead_id > :after AND arrived_at > :since LIMIT :most)
   ) AS total
   FROM notice_enquiries WHERE lead_id > :after AND arrived_at > :since ORDER BY lead_id LIMIT :limit`,
);

/** The enquiries after one that are news to somebody: not those they let in, which are left out of a short list. */
function findAfter(after: number, { id }: Recipient, now: number): NamedLeads {
  const since = new Date(now - NEWS_MS).toISOString();
  const rows = selectEnquiriesAfter().all({ after, since, limit: MAX_LEADS_NAMED + 1, most: MAX_COUNTED });
  const unknown = rows.filter(({ known_to }) => known_to !== id);
  return {
    leads: unknown.slice(0, MAX_LEADS_NAMED).map(({ lead_id }) => lead_id),
    total: (rows[0]?.total ?? 0) - (rows.length - unknown.length),
  };
}

function paceAfter(cursor: Cursor, isNotified: boolean, now: number) {
  const hour = new Date(now).toISOString().slice(0, 13);
  const told_in_hour = (cursor.hour === hour ? cursor.told_in_hour : 0) + (isNotified ? 1 : 0);
  const pause = told_in_hour > MAX_PER_HOUR ? LONG_PAUSE_MS : isNotified ? PAUSE_MS : 0;
  return { next_at: new Date(now + pause).toISOString(), hour, told_in_hour };
}

/** Puts somebody's cursor at the newest enquiry, in the caller's transaction: earlier ones are no news to them. */
export function skipToNewest(userId: string, channel: Channel['name']): void {
  const last = selectLastEnquiry().get()?.lead_id ?? 0;
  putCursor().run({ user_id: userId, channel, ...cursorAt(last, new Date().toISOString()) });
}

const deleteOldEnquiryNotices = query<[{ before: string; limit: number }]>(
  `DELETE FROM notice_enquiries WHERE lead_id IN (
     SELECT lead_id FROM notice_enquiries ORDER BY lead_id LIMIT :limit
   ) AND arrived_at < :before`,
);

/** Deletes enquiries that are no longer news. Returns how many. */
export function removeOldEnquiryNotices(): Promise<number> {
  const before = new Date(Date.now() - RETENTION_MS).toISOString();
  return removeInSlices(deleteOldEnquiryNotices, { before });
}
