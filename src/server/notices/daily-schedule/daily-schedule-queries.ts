import { query } from '../../database/connection';
import type { NamedLeads } from '../notice';

/** Progress of somebody's day. */
export type ScheduleRow = {
  user_id: string;
  /** The last day with a digest. */
  day: string;
  /** Wall clock up to which they were reminded. */
  reminded_until: string;
};

export const selectSchedule = query<[{ user_id: string }], ScheduleRow>(
  'SELECT user_id, day, reminded_until FROM notice_days WHERE user_id = :user_id',
);

export const putSchedule = query<[ScheduleRow]>(
  `INSERT INTO notice_days (user_id, day, reminded_until) VALUES (:user_id, :day, :reminded_until)
   ON CONFLICT DO UPDATE SET day = excluded.day, reminded_until = excluded.reminded_until`,
);

/** Makes a reader of the first `limit` live leads of an index that meet a condition, and of how many do. */
function namedLeads<Params extends object>(index: string, condition: string, order: string) {
  const where = `FROM leads INDEXED BY ${index} WHERE ${condition} AND deleted_at IS NULL`;
  const select = query<[Params & { limit: number }], { id: number }>(
    `SELECT id ${where} ORDER BY ${order} LIMIT :limit`,
  );
  const count = query<[Params], { total: number }>(`SELECT count(*) AS total ${where}`);
  return (params: Params, limit: number): NamedLeads => ({
    leads: select()
      .all({ ...params, limit })
      .map(({ id }) => id),
    total: count().get(params)?.total ?? 0,
  });
}

type OwnDay = { owner_id: string; day: string };

/** Somebody's next contacts of a day with an hour in (after, until]. */
export const readDueByHour = namedLeads<OwnDay & { after: string; until: string }>(
  'leads_by_next_contact',
  'next_contact_on = :day AND next_contact_at > :after AND next_contact_at <= :until AND owner_id = :owner_id',
  'next_contact_at, created_at, id',
);

/** Somebody's next contacts of a day without an hour. */
export const readWithoutHour = namedLeads<OwnDay>(
  'leads_by_next_contact',
  "next_contact_on = :day AND next_contact_at = '' AND owner_id = :owner_id",
  'created_at, id',
);

export const readToday = namedLeads<OwnDay>(
  'leads_by_next_contact',
  'next_contact_on = :day AND owner_id = :owner_id',
  'next_contact_at, created_at, id',
);

/** Somebody's overdue next contacts, longest overdue first. */
export const readOverdue = namedLeads<OwnDay>(
  'leads_by_next_contact',
  'next_contact_on < :day AND owner_id = :owner_id',
  'next_contact_on, next_contact_at, created_at, id',
);

/** Leads that came since a moment, newest first. */
export const readCameSince = namedLeads<{ since: string }>(
  'leads_scan',
  'created_at >= :since',
  'created_at DESC, id DESC',
);
