import { query } from '~/server/database/connection';
import { CHANGEABLE } from '~/shared/leads/fields';
import type { Lead } from '~/shared/leads/lead';
import { assignFields } from '../lead-fields';
import { LEAD_COLUMNS, leadQuery } from '../lead-queries';
import type { PersonKeys } from './contact-keys';

/** Columns of the lead that stays which a merge can change, besides its email's key. */
export const JOINED_FIELDS = [...CHANGEABLE, 'first_contacted_at', 'won_at', 'phone_key'] as const;
export type JoinedFields = Pick<Lead, (typeof JOINED_FIELDS)[number]> & Pick<PersonKeys, 'email_key'>;

export const selectJoinedInto = query<[{ id: number }], { joined_into: number; nombre: string }>(
  `SELECT leads.joined_into, stays.nombre FROM leads JOIN leads AS stays ON stays.id = leads.joined_into
   WHERE leads.id = :id AND leads.joined_into IS NOT NULL`,
);

export const selectEmailKey = query<[{ id: number }], Pick<PersonKeys, 'email_key'>>(
  'SELECT email_key FROM leads WHERE id = :id',
);

export const selectChangeSince = query<[{ one: number; other: number; after: number }], { id: number }>(
  `SELECT id FROM lead_events
   WHERE lead_id IN (:one, :other) AND id > :after AND type IN ('changed', 'joined', 'separated') LIMIT 1`,
);

export const updateJoinedFields = query<[JoinedFields & { id: number }]>(
  `UPDATE leads SET ${assignFields([...JOINED_FIELDS, 'email_key'])} WHERE id = :id`,
);

/** Events tell when the status changed, not when the merged lead was won. */
export const setWonAt = query<[Pick<Lead, 'id' | 'won_at'>]>(
  "UPDATE leads SET won_at = :won_at WHERE id = :id AND estado = 'ganado'",
);

type Pair = { going: number; staying: number };

/** Saves what the search index holds of both leads before their texts change. */
export const queueWords = query<[Pair]>(
  `INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts
   WHERE id IN (:going, :staying) AND id NOT IN (SELECT lead_id FROM words_due)`,
);

/** Tables whose rows move with a merged lead. */
const MOVED = ['lead_notes', 'lead_events', 'messages'];

export const moveRows = MOVED.map((table) =>
  query<[Pair]>(
    `UPDATE ${table} SET lead_id = :staying, origin_id = coalesce(origin_id, :going) WHERE lead_id = :going`,
  ),
);

/** The lead, and those merged into it before. */
const OWN = `WITH RECURSIVE own (id) AS (
    SELECT :going UNION ALL SELECT lead_joins.lead_id FROM lead_joins JOIN own ON lead_joins.into_id = own.id
  )`;

export const moveRowsBack = MOVED.map((table) =>
  query<[Pair]>(
    `${OWN} UPDATE ${table} SET lead_id = :going, origin_id = nullif(origin_id, :going)
     WHERE lead_id = :staying AND origin_id IN (SELECT id FROM own)`,
  ),
);

/** Hides the lead behind the one that stays, together with those merged into it before. */
export const hideJoined = query<[Pair & { at: string }]>(
  `UPDATE leads SET deleted_at = coalesce(deleted_at, :at), joined_into = :staying
   WHERE id = :going OR joined_into = :going`,
);

export const showSeparated = query<[{ going: number }]>(
  'UPDATE leads SET deleted_at = NULL, joined_into = NULL WHERE id = :going',
);

/** Leads merged into it before lead to it again. */
export const followSeparated = query<[{ going: number }]>(
  `${OWN} UPDATE leads SET joined_into = :going WHERE id IN (SELECT id FROM own) AND id <> :going`,
);

export const recountNotes = query<[Pair]>(
  `UPDATE leads SET notes_count = (SELECT count(*) FROM lead_notes WHERE lead_id = leads.id AND is_deleted = 0)
   WHERE id IN (:going, :staying)`,
);

type Attempt = { user_id: string; channel: string; opened_at: string };

export const selectAttemptsOf = query<[{ lead_id: number }], Attempt>(
  'SELECT user_id, channel, opened_at FROM contact_attempts WHERE lead_id = :lead_id ORDER BY user_id',
);

/** If a user has an attempt on both leads, the one that stays keeps its own. */
export const copyAttempt = query<[Attempt & { lead_id: number }]>(
  `INSERT INTO contact_attempts (lead_id, user_id, channel, opened_at) VALUES (:lead_id, :user_id, :channel, :opened_at)
   ON CONFLICT DO NOTHING`,
);

export const deleteCopiedAttempt = query<[Attempt & { lead_id: number }]>(
  `DELETE FROM contact_attempts
   WHERE lead_id = :lead_id AND user_id = :user_id AND channel = :channel AND opened_at = :opened_at`,
);

/** Moves the agency made of one lead to the other, unless that has its own. */
export const moveCompany = query<[{ from: number; to: number }], { id: number }>(
  `UPDATE companies SET lead_id = :to
   WHERE lead_id = :from AND NOT EXISTS (SELECT 1 FROM companies AS own WHERE own.lead_id = :to) RETURNING id`,
);

export const moveCompanyBack = query<[{ id: number; from: number; to: number }]>(
  'UPDATE companies SET lead_id = :to WHERE id = :id AND lead_id = :from',
);

export type Join = { lead_id: number; into_id: number; joined_at: string; before: string } & PersonKeys;

export const insertJoin = query<[Join]>(
  `INSERT INTO lead_joins (lead_id, into_id, joined_at, before, email_key, phone_key)
   VALUES (:lead_id, :into_id, :joined_at, :before, :email_key, :phone_key)`,
);

export const selectJoin = query<[{ id: number }], Join & { joined_into: number }>(
  `SELECT lead_joins.*, leads.joined_into FROM lead_joins JOIN leads ON leads.id = lead_joins.lead_id
   WHERE lead_joins.lead_id = :id`,
);

export const deleteJoin = query<[{ lead_id: number }]>('DELETE FROM lead_joins WHERE lead_id = :lead_id');

/** Leads merged into one, also by way of another, last merged first. */
export const selectJoinedLeads = leadQuery<
  { into: number; limit: number },
  Lead & { joined_at: string; joined_by: string | null; into_id: number }
>(
  `SELECT ${LEAD_COLUMNS}, (SELECT joined_at FROM lead_joins WHERE lead_id = leads.id) AS joined_at,
     (SELECT into_id FROM lead_joins WHERE lead_id = leads.id) AS into_id,
     (SELECT profiles.name FROM lead_events LEFT JOIN profiles ON profiles.id = lead_events.actor_id
      WHERE lead_id = leads.id AND type = 'joined'
      ORDER BY lead_events.created_at DESC, lead_events.id DESC LIMIT 1) AS joined_by
   FROM leads WHERE joined_into = :into LIMIT :limit`,
);
