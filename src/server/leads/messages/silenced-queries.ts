import type { Lead } from '~/shared/leads/lead';
import type { SilencedNumber } from '~/shared/whatsapp/connection';
import { query } from '../../database/connection';

type Silenced = { phone_key: string };

export const selectSilenced = query<[Silenced], { silenced_at: string }>(
  'SELECT silenced_at FROM silenced_numbers WHERE phone_key = :phone_key',
);

/** With the name of whoever silenced it; in no order. */
export const selectAllSilenced = query<[{ limit: number }], Omit<SilencedNumber, 'number'>>(
  `SELECT phone_key, (SELECT name FROM profiles WHERE profiles.id = silenced_numbers.silenced_by) AS silenced_by,
          silenced_at
   FROM silenced_numbers LIMIT :limit`,
);

export const insertSilenced = query<[Silenced & { silenced_by: string; silenced_at: string }]>(
  `INSERT INTO silenced_numbers (phone_key, silenced_by, silenced_at) VALUES (:phone_key, :silenced_by, :silenced_at)
   ON CONFLICT DO NOTHING`,
);

export const deleteSilenced = query<[Silenced]>('DELETE FROM silenced_numbers WHERE phone_key = :phone_key');

export const selectHiddenNumber = query<
  [{ id: number }],
  Pick<Lead, 'id' | 'phone_key' | 'whatsapp' | 'whatsapp_user_id'>
>(
  'SELECT id, phone_key, whatsapp, whatsapp_user_id FROM leads WHERE id = :id AND deleted_at IS NOT NULL AND joined_into IS NULL',
);
