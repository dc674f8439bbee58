import type { Lead } from '~/shared/leads/lead';
import { query } from '../database/connection';

type Unread = Pick<Lead, 'id' | 'pais'> & { whatsapp: string };

/** Leads in a range of ids that have a number without a phone_key. */
export const selectUnreadNumbers = query<[{ after: number; last: number }], Unread>(
  `SELECT id, whatsapp, pais FROM leads
   WHERE id > :after AND id <= :last AND phone_key IS NULL AND whatsapp IS NOT NULL`,
);

export const writePhoneKey = query<[{ id: number; phone_key: string }]>(
  'UPDATE leads SET phone_key = :phone_key WHERE id = :id AND phone_key IS NULL',
);
