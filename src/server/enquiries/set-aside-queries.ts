import { query } from '../database/connection';
import type { SetAsideReason } from './enquiry-queries';

export type SetAsideRow = {
  id: number;
  submission_id: string;
  body: string;
  content_type: string;
  remote_address: string;
  reason: SetAsideReason;
  received_at: string;
};

const SET_ASIDE =
  'SELECT id, submission_id, body, content_type, remote_address, reason, received_at FROM enquiries';

/** What waits, latest first; goes on behind the last row of the page before. */
export const selectSetAside = query<[{ received_at: string; id: number; limit: number }], SetAsideRow>(
  `${SET_ASIDE} WHERE state = 'set_aside' AND (received_at, id) < (:received_at, :id)
   ORDER BY received_at DESC, id DESC LIMIT :limit`,
);

export const selectSetAsideById = query<[{ id: number }], SetAsideRow>(
  `${SET_ASIDE} WHERE id = :id AND state = 'set_aside'`,
);

export const countSetAside = query<[{ most: number }], { waiting: number }>(
  "SELECT count(*) AS waiting FROM (SELECT 1 FROM enquiries WHERE state = 'set_aside' LIMIT :most)",
);

/** What comes later has a higher number. */
export const selectLastEnquiryId = query<[], { id: number | null }>('SELECT max(id) AS id FROM enquiries');

/** Settles what was set aside, once: a second person finds no row to change. */
export const settleEnquiry = query<[{ id: number; state: 'accepted' | 'discarded'; lead_id: number | null }]>(
  "UPDATE enquiries SET state = :state, lead_id = :lead_id WHERE id = :id AND state = 'set_aside'",
);

export const restoreDiscarded = query<[{ id: number }]>(
  "UPDATE enquiries SET state = 'set_aside', discarded_in = NULL WHERE id = :id AND state = 'discarded'",
);

/** Some of what was set aside up to a number. The plus sign keeps to the index of what waits. */
export const discardSome = query<[{ until: number; press: string; limit: number }]>(
  `UPDATE enquiries SET state = 'discarded', discarded_in = :press WHERE id IN (
     SELECT id FROM enquiries WHERE state = 'set_aside' AND +id <= :until ORDER BY received_at LIMIT :limit
   )`,
);

/** Some of what one press discarded. */
export const restoreSome = query<[{ press: string; limit: number }]>(
  `UPDATE enquiries SET state = 'set_aside', discarded_in = NULL WHERE id IN (
     SELECT id FROM enquiries WHERE discarded_in = :press LIMIT :limit
   )`,
);
