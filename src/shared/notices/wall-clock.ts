import { addDays, wallIn, weekdayOf } from '~/shared/leads/days';
import type { OfficeHours } from './settings';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day and the hour, 'HH:MM', on the wall of a time zone. */
export function clockIn(zone: string, moment: number): { day: string; hour: string } {
  const wall = wallIn(zone, moment);
  return { day: wall.slice(0, 10), hour: wall.slice(11, 16) };
}

/** By how many milliseconds a zone's clocks are ahead of UTC. */
function offsetAt(zone: string, moment: number): number {
  const second = Math.floor(moment / 1000) * 1000;
  return Date.parse(`${wallIn(zone, second)}Z`) - second;
}

/**
 * The moment at which the clocks of a zone show an hour of a day. Of an hour that comes twice, the first one; where it is
 * skipped, as much later as the clocks go forward.
 */
export function momentAt(day: string, hour: string, zone: string): number {
  const wall = Date.parse(`${day}T${hour}:00Z`);
  const before = offsetAt(zone, wall - DAY_MS);
  const after = offsetAt(zone, wall + DAY_MS);
  const isAfter = offsetAt(zone, wall - before) !== before && offsetAt(zone, wall - after) === after;
  return wall - (isAfter ? after : before);
}

/** The moment itself if the team is at work then, otherwise the next opening; null if it never opens. */
export function atWork(moment: number, { zone, days, opens, closes }: OfficeHours): number | null {
  const today = clockIn(zone, moment).day;
  for (let ahead = 0; ahead <= 7; ahead++) {
    const day = addDays(today, ahead);
    if (!days.includes(weekdayOf(day) || 7)) continue;
    if (moment < momentAt(day, closes, zone)) return Math.max(moment, momentAt(day, opens, zone));
  }
  return null;
}
