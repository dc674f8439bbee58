import type { GoneLead, LeadChangesPage } from '~/shared/leads/lead';
import { lastEventId } from '../history/events';
import {
  type Hidden,
  type Removal,
  selectEventUpTo,
  selectHidden,
  selectLastOf,
  selectNextEvent,
  selectRemovalsAfter,
  selectStanding,
} from './change-queries';
import { encodeCursor, readCursor } from './cursor';

const DEFAULT_LIMIT = 100;
/**
 * Events scanned for one answer, which bounds its time where most are superseded by later ones of the same lead. An
 * answer may then name few leads, or none, although more follow.
 */
const MAX_EVENTS_SCANNED = 5000;

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
