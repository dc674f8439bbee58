import { query } from '../database/connection';

export type EnquiryState = 'accepted' | 'repeated' | 'invalid' | 'set_aside' | 'discarded';
export type SetAsideReason = 'honeypot' | 'rate' | 'failure';

type NewEnquiry = {
  form_id: string;
  submission_id: string | null;
  body: string;
  content_type: string;
  origin: string | null;
  user_agent: string | null;
  remote_address: string;
  state: EnquiryState;
  reason: SetAsideReason | null;
  lead_id: number | null;
  consent: string | null;
  campaign: string | null;
  received_at: string;
};

export const insertEnquiry = query<[NewEnquiry]>(
  `INSERT INTO enquiries (form_id, submission_id, body, content_type, origin, user_agent, remote_address, state,
                          reason, lead_id, consent, campaign, received_at)
   VALUES (:form_id, :submission_id, :body, :content_type, :origin, :user_agent, :remote_address, :state,
           :reason, :lead_id, :consent, :campaign, :received_at)`,
);

/** Submissions from an address since a moment, counted up to `most`. */
export const countRecentEnquiries = query<
  [{ remote_address: string; since: string; now: string; most: number }],
  { recent: number }
>(
  `SELECT count(*) AS recent FROM (
     SELECT 1 FROM enquiries WHERE remote_address = :remote_address AND received_at > :since AND received_at <= :now LIMIT :most
   )`,
);

/** The submission the lead was made from: its first. */
export const selectEnquiryOfLead = query<[{ lead_id: number }], { body: string; content_type: string }>(
  'SELECT body, content_type FROM enquiries WHERE lead_id = :lead_id ORDER BY id LIMIT 1',
);

export const selectBytesOfDay = query<[{ day: string; address: string }], { bytes: number }>(
  'SELECT bytes FROM enquiry_bytes WHERE day = :day AND address = :address',
);

export const addBytesOfDay = query<[{ day: string; address: string; bytes: number }]>(
  `INSERT INTO enquiry_bytes (day, address, bytes) VALUES (:day, :address, :bytes)
   ON CONFLICT (day, address) DO UPDATE SET bytes = bytes + excluded.bytes`,
);

export const deleteBytesBefore = query<[{ day: string; limit: number }]>(
  `DELETE FROM enquiry_bytes WHERE (day, address) IN (
     SELECT day, address FROM enquiry_bytes WHERE day < :day LIMIT :limit
   )`,
);

/** Submissions that made no lead. */
export const deleteWithoutLeadBefore = query<[{ before: string; limit: number }]>(
  `DELETE FROM enquiries WHERE id IN (
     SELECT id FROM enquiries WHERE state IN ('repeated', 'set_aside', 'invalid', 'discarded') AND received_at < :before
     ORDER BY received_at LIMIT :limit
   )`,
);
