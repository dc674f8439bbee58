import { query } from '../../database/connection';

export const insertEnquiryNotice = query<[{ lead_id: number; known_to: string | null; arrived_at: string }]>(
  `INSERT INTO notice_enquiries (lead_id, known_to, arrived_at) VALUES (:lead_id, :known_to, :arrived_at)`,
);

export const selectLastEnquiry = query<[], { lead_id: number }>(
  'SELECT coalesce(max(lead_id), 0) AS lead_id FROM notice_enquiries',
);

/** The newest enquiries that nobody let in by hand. */
export const selectNewestEnquiries = query<[{ limit: number }], { lead_id: number; arrived_at: string }>(
  `SELECT lead_id, arrived_at FROM notice_enquiries WHERE known_to IS NULL ORDER BY lead_id DESC LIMIT :limit`,
);

/** The first enquiries after one that are recent enough to be news. */
export const selectEnquiriesAfter = query<
  [{ after: number; since: string; limit: number }],
  { lead_id: number; known_to: string | null }
>(
  `SELECT lead_id, known_to FROM notice_enquiries WHERE lead_id > :after AND arrived_at > :since
   ORDER BY lead_id LIMIT :limit`,
);

export const countEnquiriesAfter = query<[{ after: number; since: string; most: number }], { total: number }>(
  `SELECT count(*) AS total FROM (
     SELECT 1 FROM notice_enquiries WHERE lead_id > :after AND arrived_at > :since LIMIT :most
   )`,
);

export type Cursor = {
  user_id: string;
  channel: 'mail' | 'push';
  lead_id: number;
  next_at: string;
  hour: string;
  told_in_hour: number;
};

export const selectCursor = query<[Pick<Cursor, 'user_id' | 'channel'>], Cursor>(
  `SELECT user_id, channel, lead_id, next_at, hour, told_in_hour FROM notice_cursors
   WHERE user_id = :user_id AND channel = :channel`,
);

export const putCursor = query<[Cursor]>(
  `INSERT INTO notice_cursors (user_id, channel, lead_id, next_at, hour, told_in_hour)
   VALUES (:user_id, :channel, :lead_id, :next_at, :hour, :told_in_hour)
   ON CONFLICT DO UPDATE SET lead_id = excluded.lead_id, next_at = excluded.next_at, hour = excluded.hour,
     told_in_hour = excluded.told_in_hour`,
);

export const deleteOldEnquiryNotices = query<[{ before: string; limit: number }]>(
  `DELETE FROM notice_enquiries WHERE lead_id IN (
     SELECT lead_id FROM notice_enquiries ORDER BY lead_id LIMIT :limit
   ) AND arrived_at < :before`,
);
