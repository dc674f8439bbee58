import { query } from '../../database/connection';

export const FAILED = `EXISTS (SELECT 1 FROM message_statuses WHERE message_statuses.wamid = messages.wamid AND status = 'failed')`;

/** The first of our messages since the lead came that did not fail. */
export const selectFirstSent = query<[{ lead_id: number; created_at: string }], { at: string }>(
  `SELECT at FROM messages WHERE lead_id = :lead_id AND direction = 'out' AND at >= :created_at AND NOT ${FAILED}
   ORDER BY at LIMIT 1`,
);
