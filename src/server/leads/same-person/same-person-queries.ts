import { query } from '~/server/database/connection';
import type { Lead } from '~/shared/leads/lead';
import { LEAD_COLUMNS, leadQuery } from '../lead-queries';
import type { PersonKeys } from './contact-keys';

/** The last live lead with either key: two lookups, however many share them. */
export const selectLastSame = query<[PersonKeys], { id: number | null }>(
  `SELECT max(id) AS id FROM (
     SELECT max(id) AS id FROM leads INDEXED BY leads_by_email_key WHERE email_key = :email_key AND deleted_at IS NULL
     UNION ALL
     SELECT max(id) FROM leads INDEXED BY leads_by_phone_key WHERE phone_key = :phone_key AND deleted_at IS NULL
   )`,
);

/** Like selectLastSame, by keys that a lead had before it was merged: people go on using an old address. */
export const selectLastJoined = query<[PersonKeys], { id: number | null }>(
  `SELECT max(stays.id) AS id FROM (
     SELECT joined_into FROM leads INDEXED BY leads_by_email_key
     WHERE email_key = :email_key AND deleted_at IS NOT NULL AND joined_into IS NOT NULL
     UNION ALL
     SELECT joined_into FROM leads INDEXED BY leads_by_phone_key
     WHERE phone_key = :phone_key AND deleted_at IS NOT NULL AND joined_into IS NOT NULL
     UNION ALL
     SELECT joined_into FROM lead_joins CROSS JOIN leads ON leads.id = lead_joins.lead_id
     WHERE lead_joins.email_key = :email_key
     UNION ALL
     SELECT joined_into FROM lead_joins CROSS JOIN leads ON leads.id = lead_joins.lead_id
     WHERE lead_joins.phone_key = :phone_key
   ) AS former CROSS JOIN leads AS stays ON stays.id = former.joined_into AND stays.deleted_at IS NULL`,
);

/** The last live lead with this text as its number, if that identifies nobody. */
export const selectLastOdd = query<[{ backwards: string }], { id: number | null }>(
  `SELECT max(id) AS id FROM leads INDEXED BY leads_by_phone_backwards
   WHERE phone_backwards = :backwards AND phone_key IS NULL AND deleted_at IS NULL`,
);

const sameBy = (key: 'email_key' | 'phone_key') =>
  leadQuery<PersonKeys & { limit: number }, Lead>(
    `SELECT ${LEAD_COLUMNS} FROM leads INDEXED BY leads_by_${key}
     WHERE ${key} = :${key} AND deleted_at IS NULL ORDER BY id DESC LIMIT :limit`,
  );

export const selectSameByEmail = sameBy('email_key');
export const selectSameByPhone = sameBy('phone_key');

export const selectSomeSame = query<[PersonKeys & { limit: number }], { id: number }>(
  `SELECT id FROM (SELECT id FROM leads INDEXED BY leads_by_email_key
                   WHERE email_key = :email_key AND deleted_at IS NULL LIMIT :limit)
   UNION ALL
   SELECT id FROM (SELECT id FROM leads INDEXED BY leads_by_phone_key
                   WHERE phone_key = :phone_key AND deleted_at IS NULL LIMIT :limit)`,
);

/** An event after which a lead may belong to another person, or to nobody; of a change, the former value. */
type PersonChange = { lead_id: number; field: string | null; from_value: string | null };

export const selectPersonChanges = query<[{ after: number; upTo: number }], PersonChange>(
  `SELECT lead_id, field, from_value FROM lead_events
   WHERE id > :after AND id <= :upTo
     AND (type IN ('created', 'deleted', 'restored', 'joined', 'separated') OR field IN ('email', 'whatsapp', 'pais'))`,
);

/** A lead's contact data, also in the trash. */
export const selectContact = query<[{ id: number }], PersonKeys & Pick<Lead, 'nombre' | 'whatsapp' | 'pais'>>(
  'SELECT nombre, whatsapp, pais, email_key, phone_key FROM leads WHERE id = :id',
);
