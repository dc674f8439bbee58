import type { GoneLead, Lead, LeadChangesPage } from '~/shared/leads/lead';
import { apiLeadStrings } from '~/shared/strings/api/parameters';
import { z } from '~/shared/zod';
import { errorAt } from '../../app-error';
import { query } from '../../database/connection';
import { lastEventId } from '../history/events';
import { LEAD_COLUMNS, leadQuery } from '../lead-queries';

const DEFAULT_LIMIT = 100;
/**
 * Events scanned for one answer, which bounds its time where most are superseded by later ones of the same lead. An
 * answer may then name few leads, or none, although more follow.
 */
const MAX_EVENTS_SCANNED = 5000;

type Removal = { id: number; lead_id: number; removed_at: string };

const selectRemovalsAfter = query<[{ after: number; limit: number }], Removal>(
  'SELECT id, lead_id, removed_at FROM lead_removals WHERE id > :after ORDER BY id LIMIT :limit',
);

type Hidden = { id: number; deleted_at: string; joined_into: number | null };

const selectHidden = query<[{ ids: string }], Hidden>(
  `SELECT id, deleted_at, joined_into FROM leads
   WHERE id IN (SELECT value FROM json_each(:ids)) AND deleted_at IS NOT NULL`,
);

const selectStanding = leadQuery<{ ids: string }, Lead>(
  `SELECT ${LEAD_COLUMNS} FROM leads WHERE id IN (SELECT value FROM json_each(:ids)) AND deleted_at IS NULL`,
);

type Moment = { id: number; created_at: string };

const selectNextEvent = query<[{ after: number }], Moment>(
  'SELECT id, created_at FROM lead_events WHERE id > :after ORDER BY id LIMIT 1',
);

/**
 * Leads changed since a moment or cursor, as they are now, in order of their last change; `gone` names those no longer
 * live. Event ids follow commit order across processes, so nothing is ever inserted behind a cursor. A lead comes again
 * only after another event of its own.
 * @throws {AppError} `invalid`, naming `since`.
 */
export function listChanges(since: string, limit = DEFAULT_LIMIT): LeadChangesPage {
  const { event: after, at, removal, isRestored } = readCursor(since);
  const as_of = lastEventId();
  const { found, end } = findChanged(after, limit);
  const removed = selectRemovalsAfter().all({ after: removal, limit });
  // Another process may write between these reads. A lead found in neither has a later event and comes with the next
  // answer.
  const leads = inOrderOf(found, selectStanding().all({ ids: JSON.stringify(found) }));
  const standing = new Set(leads.map(({ id }) => id));
  const others = found.filter((id) => !standing.has(id));
  const gone = [
    ...inOrderOf(others, selectHidden().all({ ids: JSON.stringify(others) })).map(describeHidden),
    ...removed.map(describeRemoved),
  ];
  const cursor = {
    event: end?.id ?? after,
    at: end?.created_at ?? at,
    removal: removed.at(-1)?.id ?? removal,
  };
  const has_more = removed.length === limit || selectNextEvent().get({ after: cursor.event }) !== undefined;
  return {
    ...{ leads, gone, next_cursor: encodeCursor(cursor), has_more, as_of },
    ...(isRestored && { restored: true }),
  };
}

/** Leads whose last event is within the range, in the order of those events. */
const selectLastOf = query<[{ after: number; upTo: number; limit: number }], { id: number; lead_id: number }>(
  `SELECT id, lead_id FROM lead_events AS event
   WHERE id > :after AND id <= :upTo AND NOT EXISTS (
     SELECT 1 FROM lead_events AS later INDEXED BY lead_events_newest
     WHERE later.lead_id = event.lead_id AND later.id > event.id
   )
   ORDER BY id LIMIT :limit`,
);

const selectEventUpTo = query<[{ upTo: number }], Moment>(
  'SELECT id, created_at FROM lead_events WHERE id <= :upTo ORDER BY id DESC LIMIT 1',
);

/** Leads by their last event after `after`, and the last event up to which the list is complete. */
function findChanged(after: number, limit: number) {
  const first = selectNextEvent().get({ after });
  if (!first) return { found: [], end: undefined };
  const upTo = first.id + MAX_EVENTS_SCANNED - 1;
  const last = selectLastOf().all({ after, upTo, limit });
  const end = selectEventUpTo().get({ upTo: last.length === limit ? (last.at(-1)?.id ?? upTo) : upTo });
  return { found: last.map(({ lead_id }) => lead_id), end };
}

function inOrderOf<Row extends { id: number }>(ids: number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function describeHidden({ id, deleted_at: at, joined_into }: Hidden): GoneLead {
  return { id, reason: joined_into === null ? 'deleted' : 'joined', at, joined_into };
}

function describeRemoved({ lead_id: id, removed_at: at }: Removal): GoneLead {
  return { id, reason: 'removed', at, joined_into: null };
}

/** How far a program has read: the last event, its time, and the last removal. */
type ChangeCursor = { event: number; at: string; removal: number };

const momentSchema = z.iso.datetime({ offset: true });
const cursorSchema = z.tuple([z.literal('c'), z.int().nonnegative(), z.iso.datetime(), z.int().nonnegative()]);

function encodeCursor({ event, at, removal }: ChangeCursor): string {
  return Buffer.from(JSON.stringify(['c', event, at, removal])).toString('base64url');
}

/**
 * The cursor that a moment or an encoded cursor names. A cursor unknown to this history predates a restored backup: it
 * resolves to its moment, because everything since came later.
 * @throws {AppError} `invalid`, naming `since`.
 */
function readCursor(since: string): ChangeCursor & { isRestored: boolean } {
  if (momentSchema.safeParse(since).success) return { ...cursorAt(new Date(since).toISOString()), isRestored: false };
  const cursor = decodeCursor(since);
  const isRestored = !isKnown(cursor);
  return { ...(isRestored ? cursorAt(cursor.at) : cursor), isRestored };
}

function decodeCursor(text: string): ChangeCursor {
  try {
    const [, event, at, removal] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { event, at, removal };
  } catch {
    throw errorAt('since', apiLeadStrings.errors.since);
  }
}

/** Id of the last removal; it never goes back. */
const selectLastRemovalId = query<[], { id: number }>(
  "SELECT seq AS id FROM sqlite_sequence WHERE name = 'lead_removals'",
);

/** Whether this history holds the cursor's event. A missing event is fine: it may have been purged with its lead. */
function isKnown({ event, at, removal }: ChangeCursor): boolean {
  if (event > lastEventId() || removal > (selectLastRemovalId().get()?.id ?? 0)) return false;
  const there = selectEventUpTo().get({ upTo: event });
  return there?.id !== event || there.created_at === at;
}

/** How many consecutive events may be out of time order, as after a clock is set back. */
const MAX_OUT_OF_ORDER = 100;

const selectRemovalBefore = query<[{ moment: string }], { id: number }>(
  'SELECT id FROM lead_removals WHERE removed_at < :moment ORDER BY id DESC LIMIT 1',
);

/** Messages are dated by when they were written, which may be long before they came. */
const IS_DATED = "type NOT IN ('message_received', 'message_sent')";

const selectEventFrom = query<[{ after: number; moment: string }], { id: number }>(
  `SELECT id FROM lead_events WHERE id > :after AND created_at >= :moment AND ${IS_DATED} ORDER BY id LIMIT 1`,
);

const selectLatestOfNext = query<[{ after: number; count: number }], { latest: string | null }>(
  `SELECT max(created_at) AS latest FROM (
     SELECT created_at FROM lead_events WHERE id > :after AND ${IS_DATED} ORDER BY id LIMIT :count
   )`,
);

/** The last event up to an id that is dated by when it was recorded. */
const selectDatedUpTo = query<[{ upTo: number }], Moment>(
  `SELECT id, created_at FROM lead_events WHERE id <= :upTo AND ${IS_DATED} ORDER BY id DESC LIMIT 1`,
);

/**
 * The cursor before the first event at or after a moment. Ids follow commits, and times nearly so: a binary search,
 * then a scan of the window that may be out of order.
 */
function cursorAt(moment: string): ChangeCursor {
  const removal = selectRemovalBefore().get({ moment })?.id ?? 0;
  let [low, high] = [0, lastEventId()];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { latest } = selectLatestOfNext().get({ after: middle, count: MAX_OUT_OF_ORDER }) ?? {};
    if (latest && latest < moment) low = middle + 1;
    else high = middle;
  }
  const first = selectEventFrom().get({ after: low, moment });
  // Messages between the two may have come after the moment.
  const before = selectDatedUpTo().get({ upTo: first ? first.id - 1 : lastEventId() });
  return { event: before?.id ?? 0, at: before?.created_at ?? moment, removal };
}
