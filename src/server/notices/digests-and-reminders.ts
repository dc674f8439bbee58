import { isDeepStrictEqual } from 'node:util';
import { addDays, nextMonday, startOfDay } from '~/shared/leads/days';
import { DIGEST_HOUR } from '~/shared/notices/settings';
import { clockIn } from '~/shared/notices/wall-clock';
import { query } from '../database/connection';
import { CHANNELS, MAX_LEADS_NAMED, type NamedLeads, notify } from './notify';
import type { Recipient } from './recipients';
import { readTeamNotices } from './settings/settings';

/** A digest that could not be sent until then is dropped: the next one repeats it. */
const DIGEST_DROPPED_AT = '20:00';
/** A digest covers at most so many days, however long the outage. */
const MAX_DIGEST_DAYS = 7;
const NAMED_IN_DIGEST = 5;
const WEEK = 7;
/** Wall clocks are set back by at most this in autumn. */
const LONGEST_SET_BACK_MS = 3_600_000;

/** Progress of somebody's day. */
type ScheduleRow = {
  user_id: string;
  /** The last day with a digest. */
  day: string;
  /** Wall clock up to which they were reminded. */
  reminded_until: string;
};

const selectSchedule = query<[{ user_id: string }], ScheduleRow>(
  'SELECT user_id, day, reminded_until FROM notice_days WHERE user_id = :user_id',
);

/** People whose schedule has to be checked: unknown so far, or possibly with something due. */
export function findPeopleDue(people: readonly Recipient[], now: number, checkedAt: number | null): Recipient[] {
  return people.filter(({ id, zone }) => {
    const row = selectSchedule().get({ user_id: id });
    if (!row || row.day !== dayToldBy(row, zone, now)) return true;
    return wallMinute(zone, now) > remindedUntil(row, zone, now, checkedAt);
  });
}

const putSchedule = query<[ScheduleRow]>(
  `INSERT INTO notice_days (user_id, day, reminded_until) VALUES (:user_id, :day, :reminded_until)
   ON CONFLICT DO UPDATE SET day = excluded.day, reminded_until = excluded.reminded_until`,
);

/**
 * Sends what is due of one person's day, in the caller's transaction: the digest at 8:00, on Mondays also the week's
 * numbers, and next contacts whose hour has come. Progress is stored in the same transaction, as wall clock: an hour
 * repeated by a clock change, a move to another zone, or a second process sends nothing twice. After an outage only the
 * latest digest, the latest week and the rest of today are sent. `checkedAt`: when this process last checked.
 */
export function sendDueNotices(person: Recipient, now: number, checkedAt: number | null): void {
  const { id: user_id, zone } = person;
  const stored = selectSchedule().get({ user_id });
  // Notices begin tomorrow, or today before 8:00.
  const row = stored ?? { user_id, day: latestDigestDay(zone, now), reminded_until: wallMinute(zone, now) };
  const next = {
    user_id,
    day: sendDigest(person, row, now),
    reminded_until: remind(person, row, now, checkedAt) ?? row.reminded_until,
  };
  if (!isDeepStrictEqual(stored, next)) putSchedule().run(next);
}

/** The day up to which somebody has a digest once all that is due is sent. */
function dayToldBy({ day }: ScheduleRow, zone: string, now: number): string {
  const latest = latestDigestDay(zone, now);
  // Further ahead than any other zone is: stored while the clock was ahead. Today is told once more rather than never.
  return latest > day || day > addDays(latest, 2) ? latest : day;
}

/** The wall clock up to which somebody was reminded, as stored and as this process knows; not of a clock set back since. */
function remindedUntil({ reminded_until }: ScheduleRow, zone: string, now: number, checkedAt: number | null): string {
  const latest = wallMinute(zone, now + LONGEST_SET_BACK_MS);
  const known = [reminded_until, checkedAt === null ? '' : wallMinute(zone, checkedAt)];
  return known.filter((minute) => minute <= latest).reduce(later, '');
}

/** Returns the day up to which somebody then has a digest. */
function sendDigest(person: Recipient, row: ScheduleRow, now: number): string {
  const day = dayToldBy(row, person.zone, now);
  if (day === row.day) return day;
  const before = row.day < day ? row.day : addDays(day, -1);
  const clock = clockIn(person.zone, now);
  const isInTime = clock.day === day && clock.hour < DIGEST_DROPPED_AT;
  if (isInTime && CHANNELS.some(({ wants }) => wants(person, 'digest'))) {
    const from = later(before, addDays(day, -MAX_DIGEST_DAYS));
    const digest = Object.values(readDigest(person, day, from));
    if (digest.some(({ total }) => total > 0)) notify([person], { kind: 'digest', day, from });
  }
  // Sent on a later day if Monday was missed: the week's numbers do not age.
  const monday = addDays(nextMonday(day), -WEEK);
  if (monday > before) notify([person], { kind: 'numbers', monday });
  return day;
}

/** The day of the last digest due by now. */
function latestDigestDay(zone: string, now: number): string {
  const { day, hour } = clockIn(zone, now);
  return hour >= DIGEST_HOUR ? day : addDays(day, -1);
}

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

const readToday = namedLeads<OwnDay>(
  'leads_by_next_contact',
  'next_contact_on = :day AND owner_id = :owner_id',
  'next_contact_at, created_at, id',
);

/** Somebody's overdue next contacts, longest overdue first. */
const readOverdue = namedLeads<OwnDay>(
  'leads_by_next_contact',
  'next_contact_on < :day AND owner_id = :owner_id',
  'next_contact_on, next_contact_at, created_at, id',
);

/** Leads that came since a moment, newest first. */
const readCameSince = namedLeads<{ since: string }>('leads_scan', 'created_at >= :since', 'created_at DESC, id DESC');

/** Leads since the day of the last digest, the person's own for today, and their overdue ones. */
export function readDigest({ id, zone }: Pick<Recipient, 'id' | 'zone'>, day: string, from: string) {
  const own = { owner_id: id, day };
  return {
    // From the start of the day, as the list that the mail links to counts.
    new: readCameSince({ since: startOfDay(from, zone) }, NAMED_IN_DIGEST),
    today: readToday(own, NAMED_IN_DIGEST),
    overdue: readOverdue(own, NAMED_IN_DIGEST),
  };
}

/** Sends reminders of next contacts whose hour has come. Returns up to when, or null if there were none. */
function remind(person: Recipient, row: ScheduleRow, now: number, checkedAt: number | null): string | null {
  const { day, hour } = clockIn(person.zone, now);
  const until = `${day}T${hour}`;
  const from = remindedUntil(row, person.zone, now, checkedAt);
  if (until <= from || !CHANNELS.some(({ wants }) => wants(person, 'reminders'))) return null;
  // Earlier days get no reminder: their contacts are overdue.
  const after = from.startsWith(day) ? from.slice(day.length + 1) : '';
  const due = readDueContacts(person.id, { day, after, until: hour });
  if (due.total === 0) return null;
  notify([person], { kind: 'reminders', ...due });
  return until;
}

/** Somebody's next contacts of a day with an hour in (after, until]. */
const readDueByHour = namedLeads<OwnDay & { after: string; until: string }>(
  'leads_by_next_contact',
  'next_contact_on = :day AND next_contact_at > :after AND next_contact_at <= :until AND owner_id = :owner_id',
  'next_contact_at, created_at, id',
);

/** Somebody's next contacts of a day without an hour. */
const readWithoutHour = namedLeads<OwnDay>(
  'leads_by_next_contact',
  "next_contact_on = :day AND next_contact_at = '' AND owner_id = :owner_id",
  'created_at, id',
);

/** Next contacts due by hour; those without one count as due when the team opens. */
function readDueContacts(owner_id: string, hours: { day: string; after: string; until: string }): NamedLeads {
  const { day, after, until } = hours;
  const timed = readDueByHour({ owner_id, ...hours }, MAX_LEADS_NAMED);
  const { opens } = readTeamNotices();
  if (opens <= after || opens > until) return timed;
  const untimed = readWithoutHour({ owner_id, day }, MAX_LEADS_NAMED);
  return {
    leads: [...timed.leads, ...untimed.leads].slice(0, MAX_LEADS_NAMED),
    total: timed.total + untimed.total,
  };
}

function wallMinute(zone: string, now: number): string {
  const { day, hour } = clockIn(zone, now);
  return `${day}T${hour}`;
}

function later(a: string, b: string): string {
  return b > a ? b : a;
}
