import type { Lead } from '~/shared/leads/lead';
import { query } from '../../database/connection';
import { LEAD_COLUMNS, leadQuery } from '../lead-queries';

export type Moment = { id: number; created_at: string };

export const selectNextEvent = query<[{ after: number }], Moment>(
  'SELECT id, created_at FROM lead_events WHERE id > :after ORDER BY id LIMIT 1',
);

export const selectEventUpTo = query<[{ upTo: number }], Moment>(
  'SELECT id, created_at FROM lead_events WHERE id <= :upTo ORDER BY id DESC LIMIT 1',
);

/** Messages are dated by when they were written, which may be long before they came. */
const IS_DATED = "type NOT IN ('message_received', 'message_sent')";

/** The last event up to an id that is dated by when it was recorded. */
export const selectDatedUpTo = query<[{ upTo: number }], Moment>(
  `SELECT id, created_at FROM lead_events WHERE id <= :upTo AND ${IS_DATED} ORDER BY id DESC LIMIT 1`,
);

export const selectLatestOfNext = query<[{ after: number; count: number }], { latest: string | null }>(
  `SELECT max(created_at) AS latest FROM (
     SELECT created_at FROM lead_events WHERE id > :after AND ${IS_DATED} ORDER BY id LIMIT :count
   )`,
);

export const selectEventFrom = query<[{ after: number; moment: string }], { id: number }>(
  `SELECT id FROM lead_events WHERE id > :after AND created_at >= :moment AND ${IS_DATED} ORDER BY id LIMIT 1`,
);

/** Leads whose last event is within the range, in the order of those events. */
export const selectLastOf = query<[{ after: number; upTo: number; limit: number }], { id: number; lead_id: number }>(
  `SELECT id, lead_id FROM lead_events AS event
   WHERE id > :after AND id <= :upTo AND NOT EXISTS (
     SELECT 1 FROM lead_events AS later INDEXED BY lead_events_newest
     WHERE later.lead_id = event.lead_id AND later.id > event.id
   )
   ORDER BY id LIMIT :limit`,
);

export const selectStanding = leadQuery<{ ids: string }, Lead>(
  `SELECT ${LEAD_COLUMNS} FROM leads WHERE id IN (SELECT value FROM json_each(:ids)) AND deleted_at IS NULL`,
);

export type Hidden = { id: number; deleted_at: string; joined_into: number | null };

export const selectHidden = query<[{ ids: string }], Hidden>(
  `SELECT id, deleted_at, joined_into FROM leads
   WHERE id IN (SELECT value FROM json_each(:ids)) AND deleted_at IS NOT NULL`,
);

export type Removal = { id: number; lead_id: number; removed_at: string };

export const selectRemovalsAfter = query<[{ after: number; limit: number }], Removal>(
  'SELECT id, lead_id, removed_at FROM lead_removals WHERE id > :after ORDER BY id LIMIT :limit',
);

export const selectRemovalBefore = query<[{ moment: string }], { id: number }>(
  'SELECT id FROM lead_removals WHERE removed_at < :moment ORDER BY id DESC LIMIT 1',
);

/** Id of the last removal; it never goes back. */
export const selectLastRemovalId = query<[], { id: number }>(
  "SELECT seq AS id FROM sqlite_sequence WHERE name = 'lead_removals'",
);
