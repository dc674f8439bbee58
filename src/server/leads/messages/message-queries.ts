import { query } from '../../database/connection';

/** When the person wrote last. */
export const selectWindow = query<[{ lead_id: number }], { last: string | null }>(
  `SELECT max(at) AS last FROM messages WHERE lead_id = :lead_id AND direction = 'in'`,
);

/** The number from which the person wrote last, by its key. */
export const selectHeardKey = query<[{ lead_id: number }], { phone_key: string }>(
  `SELECT phone_key FROM messages WHERE lead_id = :lead_id AND direction = 'in' ORDER BY at DESC LIMIT 1`,
);
