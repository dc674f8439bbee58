import { query } from '../database/connection';
import type { SetAsideReason } from './enquiry-queries';

export type SetAsideRow = {
  id: number;
  submission_id: string;
  body: string;
  content_type: string;
  remote_address: string;
  reason: SetAsideReason;
  campaign: string | null;
  received_at: string;
};

const SET_ASIDE =
  'SELECT id, submission_id, body, content_type, remote_address, reason, campaign, received_at FROM enquiries';

/** Submissions awaiting a decision, newest first, after the previous page's last row. */
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

export const selectLastEnquiryId = query<[], { id: number | null }>('SELECT max(id) AS id FROM enquiries');

/** Settles a submission that was set aside. Works once: a second person's update matches no row. */
export const settleEnquiry = query<[{ id: number; state: 'accepted' | 'discarded'; lead_id: number | null }]>(
  "UPDATE enquiries SET state = :state, lead_id = :lead_id WHERE id = :id AND state = 'set_aside'",
);

export const restoreDiscarded = query<[{ id: number }]>(
  "UPDATE enquiries SET state = 'set_aside', discarded_in = NULL WHERE id = :id AND state = 'discarded'",
);

/** Discards some waiting submissions up to an id. The plus sign steers SQLite to the index of waiting ones. */
export const discardBatch = query<[{ until: number; discard_batch: string; limit: number }]>(
  `UPDATE enquiries SET state = 'discarded', discarded_in = :discard_batch WHERE id IN (
     SELECT id FROM enquiries WHERE state = 'set_aside' AND +id <= :until ORDER BY received_at LIMIT :limit
   )`,
);

/** Restores some of what one batch discarded. */
export const restoreBatch = query<[{ discard_batch: string; limit: number }]>(
  `UPDATE enquiries SET state = 'set_aside', discarded_in = NULL WHERE id IN (
     SELECT id FROM enquiries WHERE discarded_in = :discard_batch LIMIT :limit
   )`,
);
