import { query } from '~/server/database/connection';
import type { Lead } from '~/shared/leads/lead';
import { LEAD_COLUMNS, leadQuery } from '../lead-queries';
import type { PersonKeys } from './contact-keys';
import type { Candidate } from './who-it-is';

/** The last live lead with either key: two lookups, however many share them. */
export const selectLastSame = query<[PersonKeys], { id: number | null }>(
  `SELECT max(id) AS id FROM (
     SELECT max(id) AS id FROM leads INDEXED BY leads_by_email_key WHERE email_key = :email_key AND deleted_at IS NULL
     UNION ALL
     SELECT max(id) FROM leads INDEXED BY leads_by_phone_key WHERE phone_key = :phone_key AND deleted_at IS NULL
   )`,
);

/** Leads that were merged into another, by keys they or it had before: people go on using an old address. */
const former = (joined: string, stayed: string) =>
  `FROM (
     SELECT joined_into, ${joined} FROM leads INDEXED BY leads_by_email_key
     WHERE email_key = :email_key AND deleted_at IS NOT NULL AND joined_into IS NOT NULL
     UNION ALL
     SELECT joined_into, ${joined} FROM leads INDEXED BY leads_by_phone_key
     WHERE phone_key = :phone_key AND deleted_at IS NOT NULL AND joined_into IS NOT NULL
     UNION ALL
     SELECT joined_into, ${stayed} FROM lead_joins CROSS JOIN leads ON leads.id = lead_joins.lead_id
     WHERE lead_joins.email_key = :email_key
     UNION ALL
     SELECT joined_into, ${stayed} FROM lead_joins CROSS JOIN leads ON leads.id = lead_joins.lead_id
     WHERE lead_joins.phone_key = :phone_key
   ) AS former CROSS JOIN leads AS stays ON stays.id = former.joined_into AND stays.deleted_at IS NULL`;

/** Like selectLastSame, by keys that a lead had before it was merged. */
export const selectLastJoined = query<[PersonKeys], { id: number | null }>(
  `SELECT max(stays.id) AS id ${former('1', '1')}`,
);

const candidateBy = (key: 'email_key' | 'phone_key') =>
  `SELECT id FROM (SELECT id FROM leads INDEXED BY leads_by_${key}
                   WHERE ${key} = :${key} AND deleted_at IS NULL ORDER BY id DESC LIMIT :limit)`;

/** Live leads with either key, newest first; and the one with this id, if it has one of them. */
export const selectCandidates = query<[PersonKeys & { id: number | null; limit: number }], Candidate>(
  `SELECT id, nombre, whatsapp, email_key, phone_key FROM leads
   WHERE id IN (
     ${candidateBy('email_key')} UNION ${candidateBy('phone_key')}
     UNION SELECT id FROM leads
     WHERE id = :id AND deleted_at IS NULL AND (+email_key = :email_key OR +phone_key = :phone_key)
   ) ORDER BY id DESC`,
);

/** Like selectCandidates, by keys from before a merge, as the lead that stayed, under the name that had the key. */
export const selectFormerCandidates = query<[PersonKeys & { limit: number }], Candidate>(
  `SELECT stays.id, coalesce(former.nombre, stays.nombre) AS nombre, former.whatsapp, former.email_key, former.phone_key
   ${former('nombre, whatsapp, email_key, phone_key', 'NULL, NULL, lead_joins.email_key, lead_joins.phone_key')}
   ORDER BY stays.id DESC LIMIT :limit`,
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

/** A lead's contact data, also in the trash. */
export const selectContact = query<[{ id: number }], PersonKeys & Pick<Lead, 'nombre' | 'whatsapp' | 'pais'>>(
  'SELECT nombre, whatsapp, pais, email_key, phone_key FROM leads WHERE id = :id',
);
