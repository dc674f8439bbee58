import type { Lead } from '~/shared/leads/lead';
import { query } from '../../database/connection';

type Unparsed = Pick<Lead, 'id' | 'pais'> & { whatsapp: string };

export const selectUnparsedNumbers = query<[{ after: number; last: number }], Unparsed>(
  `SELECT id, whatsapp, pais FROM leads
   WHERE id > :after AND id <= :last AND phone_key IS NULL AND whatsapp IS NOT NULL`,
);

export const writePhoneKey = query<[{ id: number; phone_key: string }]>(
  'UPDATE leads SET phone_key = :phone_key WHERE id = :id AND phone_key IS NULL',
);
