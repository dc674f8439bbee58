import { query } from '../../database/connection';

/** Progress of somebody's day. */
export type DayRow = {
  user_id: string;
  zone: string;
  /** The last day, in their zone, with a digest. */
  day: string;
  digest_at: string;
  /** Wall clock up to which they were reminded. */
  reminded_until: string;
};

export const selectDay = query<[{ user_id: string }], DayRow>(
  'SELECT user_id, zone, day, digest_at, reminded_until FROM notice_days WHERE user_id = :user_id',
);

export const putDay = query<[DayRow]>(
  `INSERT INTO notice_days (user_id, zone, day, digest_at, reminded_until)
   VALUES (:user_id, :zone, :day, :digest_at, :reminded_until)
   ON CONFLICT DO UPDATE SET zone = excluded.zone, day = excluded.day, digest_at = excluded.digest_at,
     reminded_until = excluded.reminded_until`,
);

type Hours = { owner_id: string; day: string; after: string; until: string };

/** Somebody's next contacts of a day with an hour in (after, until]; without an hour it is ''. */
const WITHIN_HOURS = `FROM leads INDEXED BY leads_by_next_contact
  WHERE next_contact_on = :day AND next_contact_at > :after AND next_contact_at <= :until
    AND owner_id = :owner_id AND deleted_at IS NULL`;

export const selectNextContacts = query<[Hours & { limit: number }], { id: number }>(
  `SELECT id ${WITHIN_HOURS} ORDER BY next_contact_at, created_at, id LIMIT :limit`,
);

export const countNextContacts = query<[Hours], { total: number }>(
  `SELECT count(*) AS total ${WITHIN_HOURS}`,
);

type WholeDay = { owner_id: string; day: string; limit: number };

export const selectWithoutHour = query<[WholeDay], { id: number }>(
  `SELECT id FROM leads INDEXED BY leads_by_next_contact
   WHERE next_contact_on = :day AND next_contact_at = '' AND owner_id = :owner_id AND deleted_at IS NULL
   ORDER BY created_at, id LIMIT :limit`,
);

export const countWithoutHour = query<[Omit<WholeDay, 'limit'>], { total: number }>(
  `SELECT count(*) AS total FROM leads INDEXED BY leads_by_next_contact
   WHERE next_contact_on = :day AND next_contact_at = '' AND owner_id = :owner_id AND deleted_at IS NULL`,
);

/** Somebody's next contacts of a day, by hour. */
export const selectToday = query<[WholeDay], { id: number }>(
  `SELECT id FROM leads INDEXED BY leads_by_next_contact
   WHERE next_contact_on = :day AND owner_id = :owner_id AND deleted_at IS NULL
   ORDER BY next_contact_at, created_at, id LIMIT :limit`,
);

/** Somebody's overdue next contacts, longest overdue first. */
export const selectOverdue = query<[WholeDay], { id: number }>(
  `SELECT id FROM leads INDEXED BY leads_by_next_contact
   WHERE next_contact_on < :day AND owner_id = :owner_id AND deleted_at IS NULL
   ORDER BY next_contact_on, next_contact_at, created_at, id LIMIT :limit`,
);

/** Leads that came since a moment, newest first. */
export const selectCameSince = query<[{ since: string; limit: number }], { id: number }>(
  `SELECT id FROM leads INDEXED BY leads_scan WHERE deleted_at IS NULL AND created_at >= :since
   ORDER BY created_at DESC, id DESC LIMIT :limit`,
);

export const countCameSince = query<[{ since: string; most: number }], { total: number }>(
  `SELECT count(*) AS total FROM (
     SELECT 1 FROM leads INDEXED BY leads_scan WHERE deleted_at IS NULL AND created_at >= :since LIMIT :most
   )`,
);

export const countToday = query<[Omit<WholeDay, 'limit'>], { total: number }>(
  `SELECT count(*) AS total FROM leads INDEXED BY leads_by_next_contact
   WHERE next_contact_on = :day AND owner_id = :owner_id AND deleted_at IS NULL`,
);

export const countOverdue = query<[Omit<WholeDay, 'limit'>], { total: number }>(
  `SELECT count(*) AS total FROM leads INDEXED BY leads_by_next_contact
   WHERE next_contact_on < :day AND owner_id = :owner_id AND deleted_at IS NULL`,
);
