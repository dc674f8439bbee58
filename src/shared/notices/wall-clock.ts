import { localTimeIn } from '~/shared/leads/days';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Local day and hour ('HH:MM') in a time zone. */
export function clockIn(zone: string, moment: number): { day: string; hour: string } {
  const wall = localTimeIn(zone, moment);
  return { day: wall.slice(0, 10), hour: wall.slice(11, 16) };
}

/** A zone's offset from UTC in milliseconds. */
function offsetAt(zone: string, moment: number): number {
  const second = Math.floor(moment / 1000) * 1000;
  return Date.parse(`${localTimeIn(zone, second)}Z`) - second;
}

/**
 * The moment when a zone's clocks show this hour. An hour that comes twice: the first; a skipped one: later by as much
 * as the clocks go forward.
 */
export function momentAt(day: string, hour: string, zone: string): number {
  const wall = Date.parse(`${day}T${hour}:00Z`);
  const before = offsetAt(zone, wall - DAY_MS);
  const after = offsetAt(zone, wall + DAY_MS);
  const isAfter = offsetAt(zone, wall - before) !== before && offsetAt(zone, wall - after) === after;
  return wall - (isAfter ? after : before);
}
