import { query } from '../../database/connection';

/** The newest live lead of Meta's id, or the one that its lead was joined into. */
export const selectByUserId = query<[{ user_id: string }], { id: number | null }>(
  `SELECT max(stays.id) AS id FROM leads AS known CROSS JOIN leads AS stays ON stays.id = coalesce(known.joined_into, known.id)
   WHERE known.whatsapp_user_id = :user_id AND stays.deleted_at IS NULL`,
);

export const updateUserId = query<[{ id: number; user_id: string }]>(
  'UPDATE leads SET whatsapp_user_id = :user_id WHERE id = :id',
);

/** When the person last wrote from this number, and the last profile name that is known of it. */
export const selectLastNamed = query<
  [{ lead_id: number; phone_key: string }],
  { at: string; sender_name: string | null }
>(
  `SELECT at, coalesce(sender_name, (
     SELECT sender_name FROM messages
     WHERE lead_id = :lead_id AND direction = 'in' AND phone_key = :phone_key AND sender_name IS NOT NULL
     ORDER BY at DESC LIMIT 1
   )) AS sender_name
   FROM messages WHERE lead_id = :lead_id AND direction = 'in' AND phone_key = :phone_key ORDER BY at DESC LIMIT 1`,
);

/** The messages of a number that its person has given up. */
export const moveMessages = query<[{ lead_id: number; from: string; to: string }]>(
  "UPDATE messages SET phone_key = :to WHERE lead_id = :lead_id AND phone_key = :from AND direction = 'in'",
);
