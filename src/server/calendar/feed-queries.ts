import { query } from '../database/connection';

export const selectFeedOf = query<[{ user_id: string }], { created_at: string; rests_since: string | null }>(
  'SELECT created_at, rests_since FROM calendar_feeds WHERE user_id = :user_id',
);

/** The owner must still be allowed to work with leads, and the address not rest. */
export const selectFeedOwner = query<[{ secret_hash: Buffer }], { id: string }>(
  `SELECT id FROM calendar_feeds JOIN profiles ON profiles.id = user_id
   WHERE secret_hash = :secret_hash AND rests_since IS NULL AND status = 'active' AND company_id IS NULL`,
);

export const upsertFeed = query<[{ user_id: string; secret_hash: Buffer; created_at: string }]>(
  `INSERT INTO calendar_feeds (user_id, secret_hash, created_at) VALUES (:user_id, :secret_hash, :created_at)
   ON CONFLICT (user_id) DO UPDATE SET secret_hash = excluded.secret_hash, created_at = excluded.created_at,
     rests_since = NULL`,
);

/** Whose address it is, resting or not. */
export const selectFeedPerson = query<[{ user_id: string }], { id: string; email: string }>(
  'SELECT id, email FROM calendar_feeds JOIN users ON users.id = user_id WHERE user_id = :user_id',
);

export const endFeedRest = query<[{ user_id: string }]>(
  'UPDATE calendar_feeds SET rests_since = NULL WHERE user_id = :user_id AND rests_since IS NOT NULL',
);

export const deleteFeed = query<[{ user_id: string }]>('DELETE FROM calendar_feeds WHERE user_id = :user_id');

/** `next_contact_at` is '' where no hour was set. */
export type PlannedLead = {
  id: number;
  nombre: string;
  next_contact_on: string;
  next_contact_at: string;
  changed_at: string;
  /** How often its date or hour was changed. */
  moves: number;
};

/** A person's next contacts between two days, earliest first. */
export const selectPlanned = query<[{ owner_id: string; from: string; to: string; limit: number }], PlannedLead>(
  `SELECT id, nombre, next_contact_on, next_contact_at, max(created_at, last_activity_at) AS changed_at,
     (SELECT count(*) FROM lead_events WHERE lead_id = leads.id AND type = 'changed'
        AND field IN ('next_contact_on', 'next_contact_at')) AS moves
   FROM leads INDEXED BY leads_by_next_contact
   WHERE deleted_at IS NULL AND owner_id = :owner_id AND next_contact_on BETWEEN :from AND :to
   ORDER BY next_contact_on, next_contact_at, created_at, id
   LIMIT :limit`,
);
