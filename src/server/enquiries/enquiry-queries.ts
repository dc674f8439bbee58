import { query } from '../db';

export type EnquiryState = 'accepted' | 'repeated' | 'invalid' | 'set_aside';
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
  received_at: string;
};

export const insertEnquiry = query<[NewEnquiry]>(
  `INSERT INTO enquiries (form_id, submission_id, body, content_type, origin, user_agent, remote_address, state,
                          reason, lead_id, received_at)
   VALUES (:form_id, :submission_id, :body, :content_type, :origin, :user_agent, :remote_address, :state,
           :reason, :lead_id, :received_at)`,
);

/** How many submissions came from an address since a moment; stops counting at `most`. */
export const countRecentEnquiries = query<
  [{ remote_address: string; since: string; most: number }],
  { recent: number }
>(
  `SELECT count(*) AS recent FROM (
     SELECT 1 FROM enquiries WHERE remote_address = :remote_address AND received_at > :since LIMIT :most
   )`,
);

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

export const selectSetAside = query<[{ limit: number }], SetAsideRow>(
  `${SET_ASIDE} WHERE state = 'set_aside' ORDER BY received_at DESC, id DESC LIMIT :limit`,
);

export const selectSetAsideById = query<[{ id: number }], SetAsideRow>(
  `${SET_ASIDE} WHERE id = :id AND state = 'set_aside'`,
);

export const countSetAside = query<[{ most: number }], { waiting: number }>(
  "SELECT count(*) AS waiting FROM (SELECT 1 FROM enquiries WHERE state = 'set_aside' LIMIT :most)",
);

/** Settles what was set aside, once: a second person finds no row to change. */
export const settleEnquiry = query<[{ id: number; state: 'accepted' | 'discarded'; lead_id: number | null }]>(
  "UPDATE enquiries SET state = :state, lead_id = :lead_id WHERE id = :id AND state = 'set_aside'",
);
