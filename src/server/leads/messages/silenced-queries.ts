import type { SilencedNumber } from '~/shared/whatsapp/connection';
import { query } from '../../database/connection';

export const selectSilenced = query<[{ limit: number }], Omit<SilencedNumber, 'number'>>(
  `SELECT phone_key, (SELECT name FROM profiles WHERE profiles.id = silenced_numbers.silenced_by) AS silenced_by,
          silenced_at
   FROM silenced_numbers LIMIT :limit`,
);

export const deleteSilenced = query<[{ phone_key: string }]>(
  'DELETE FROM silenced_numbers WHERE phone_key = :phone_key',
);
