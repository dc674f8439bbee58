import { isDeepStrictEqual } from 'node:util';
import { addDays, nextMonday } from '~/shared/leads/days';
import { DIGEST_HOUR } from '~/shared/notices/settings';
import { clockIn, momentAt } from '~/shared/notices/wall-clock';
import { msUntil } from '../../process/stored-moments';
import { MAX_LEADS_NAMED, type NamedLeads, type Recipient } from '../notice';
import { CHANNELS, notify } from '../notify';
import { readTeamNotices } from '../settings/settings';
import {
  putSchedule,
  readDueByHour,
  readWithoutHour,
  type ScheduleRow,
  selectSchedule,
} from './daily-schedule-queries';
import { isEmpty, readDigest } from './digest-contents';

const HOUR_MS = 3_600_000;
/** A digest later than this is dropped: the next one repeats it. */
const MAX_DIGEST_DELAY_MS = 12 * HOUR_MS;
/** A digest covers at most so many days, however long the outage. */
const MAX_DIGEST_DAYS = 7;
const WEEK = 7;
const DAY_MS = 24 * HOUR_MS;
/** The longest wait for a digest: a day and what clocks are set back; after a move to a zone far behind, a day more. */
const LONGEST_DIGEST_WAIT_MS = 52 * HOUR_MS;
/** Wall clocks are set back by at most this in autumn. */
const LONGEST_SET_BACK_MS = HOUR_MS;

/** People whose schedule has to be checked: unknown so far, in a new zone, or possibly with something due. */
export function findPeopleDue(
  people: readonly Recipient[],
  now: number,
  checkedUntil: ReadonlyMap<string, string>,
): Recipient[] {
  return people.filter((person) => {
    const row = selectSchedule().get({ user_id: person.id });
    if (!row || row.zone !== person.zone || msUntil(row.digest_at, LONGEST_DIGEST_WAIT_MS, now) === 0) return true;
    return wallMinute(person.zone, now) > remindedUntil(row, checkedUntil.get(person.id), now);
  });
}

/**
 * Sends what is due of one person's day, in the caller's transaction: the digest at 8:00, on Mondays also the week's
 * numbers, and next contacts whose hour has come. Progress is stored in the same transaction, as wall clock: an hour
 * repeated by a clock change, or a second process, sends nothing twice. After an outage only the latest digest, the
 * latest week and the rest of today are sent. `checkedUntil`: minute up to which this process has checked their next
 * contacts; returns the new one.
 */
export function sendDueNotices(person: Recipient, now: number, checkedUntil: string | undefined): string {
  const stored = selectSchedule().get({ user_id: person.id });
  const row =
    stored && !isAhead(stored, now)
      ? moveToZone(stored, person.zone, now)
      : startSchedule(person, stored ? now - DAY_MS : now);
  const sent = sendDigest(person, row, now);
  // `checkedUntil` is of the clock before the zone changed.
  const reminded = remind(person, sent, now, stored?.zone === row.zone ? checkedUntil : undefined);
  const next = { ...sent, ...(reminded && { reminded_until: reminded }) };
  if (!isDeepStrictEqual(stored, next)) putSchedule().run(next);
  return wallMinute(person.zone, now);
}

/** Notices begin tomorrow, or today before 8:00. */
function startSchedule({ id, zone }: Recipient, now: number): ScheduleRow {
  const day = latestDigestDay(zone, now);
  return { user_id: id, zone, day, digest_at: digestAfter(day, zone), reminded_until: wallMinute(zone, now) };
}

/** Whether it was stored while the clock was ahead: then today is told once more rather than never. */
function isAhead({ digest_at }: ScheduleRow, now: number): boolean {
  return Date.parse(digest_at) > now && msUntil(digest_at, LONGEST_DIGEST_WAIT_MS, now) === 0;
}

/** The wall clock up to which somebody was reminded, as stored and as this process knows; not of a clock set back since. */
function remindedUntil({ reminded_until, zone }: ScheduleRow, checkedUntil: string | undefined, now: number): string {
  const latest = wallMinute(zone, now + LONGEST_SET_BACK_MS);
  return [reminded_until, checkedUntil ?? ''].filter((minute) => minute <= latest).reduce(later, '');
}

/** Moves a day to another zone. If its clock is earlier, hours repeat, and so do their reminders. */
function moveToZone(row: ScheduleRow, zone: string, now: number): ScheduleRow {
  if (row.zone === zone) return row;
  const minute = wallMinute(zone, now);
  const reminded_until = minute < row.reminded_until ? minute : row.reminded_until;
  return { ...row, zone, digest_at: digestAfter(row.day, zone), reminded_until };
}

function sendDigest(person: Recipient, row: ScheduleRow, now: number): ScheduleRow {
  if (row.digest_at > new Date(now).toISOString()) return row;
  const { zone } = person;
  const day = latestDigestDay(zone, now);
  if (day <= row.day) return row;
  const due = momentAt(day, DIGEST_HOUR, zone);
  if (now - due <= MAX_DIGEST_DELAY_MS && CHANNELS.some(({ wants }) => wants(person, 'digest'))) {
    const from = later(row.day, addDays(day, -MAX_DIGEST_DAYS));
    if (!isEmpty(readDigest(person, day, from))) notify([person], { kind: 'digest', day, from });
  }
  // Sent on a later day if Monday was missed: the week's numbers do not age.
  const monday = mondayOf(day);
  if (monday > row.day) notify([person], { kind: 'numbers', monday });
  return { ...row, day, digest_at: digestAfter(day, zone) };
}

function mondayOf(day: string): string {
  return addDays(nextMonday(day), -WEEK);
}

/** The day of the last digest due by now. */
function latestDigestDay(zone: string, now: number): string {
  const { day } = clockIn(zone, now);
  return now >= momentAt(day, DIGEST_HOUR, zone) ? day : addDays(day, -1);
}

function digestAfter(day: string, zone: string): string {
  return new Date(momentAt(addDays(day, 1), DIGEST_HOUR, zone)).toISOString();
}

/** Sends reminders of next contacts whose hour has come. Returns up to when, or null if there were none. */
function remind(person: Recipient, row: ScheduleRow, now: number, checkedUntil: string | undefined): string | null {
  const { day, hour } = clockIn(person.zone, now);
  const until = `${day}T${hour}`;
  const from = remindedUntil(row, checkedUntil, now);
  if (until <= from || !CHANNELS.some(({ wants }) => wants(person, 'reminders'))) return null;
  // Earlier days get no reminder: their contacts are overdue.
  const after = from.startsWith(day) ? from.slice(day.length + 1) : '';
  const due = readDueContacts(person.id, { day, after, until: hour });
  if (due.total === 0) return null;
  notify([person], { kind: 'reminders', ...due });
  return until;
}

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
