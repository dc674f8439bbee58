const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEKDAYS = ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb'];

/** By how many minutes a zone's clocks differ from UTC at a moment, as `Date.getTimezoneOffset` has it. */
export type ZoneOffset = (moment: number) => number;

/** The zone of whoever runs this. */
export const localOffset: ZoneOffset = (moment) => new Date(moment).getTimezoneOffset();

/** Where the reader's zone is not known. */
export const noOffset: ZoneOffset = () => 0;

/**
 * A moment as people say it: 'hace 7 min' within the hour, 'hace 5 h' on the same day, then 'ayer 18:12', 'vie 23:30'
 * within six days, and before that date and time. What lies ahead, by a clock that is wrong, has its date.
 */
export function describeMoment(moment: number, now: number, offset: ZoneOffset): string {
  const ago = now - moment;
  if (Math.abs(ago) < MINUTE_MS) return 'recién';
  const days = dayOf(now, offset) - dayOf(moment, offset);
  if (ago < 0 || days > 6) return describeShortly(moment, now, offset);
  if (ago < HOUR_MS) return `hace ${Math.floor(ago / MINUTE_MS)} min`;
  if (days === 0) return `hace ${Math.floor(ago / HOUR_MS)} h`;
  const local = inZone(moment, offset);
  return `${days === 1 ? 'ayer' : WEEKDAYS[local.getUTCDay()]} ${clockOf(local)}`;
}

/** 'dd/mm/aaaa hh:mm', written by hand: server and browser may not agree on a locale's details. */
export function describeExactly(moment: number, offset: ZoneOffset): string {
  return `${describeDate(moment, offset)} ${describeClock(moment, offset)}`;
}

/** 'dd/mm hh:mm', as little as fits in a row of a list; 'dd/mm/aa hh:mm' in another year than the reader's. */
export function describeShortly(moment: number, now: number, offset: ZoneOffset): string {
  const date = describeDate(moment, offset);
  const isThisYear = date.slice(6) === describeDate(now, offset).slice(6);
  return `${date.slice(0, 5)}${isThisYear ? '' : `/${date.slice(8)}`} ${describeClock(moment, offset)}`;
}

/** 'dd/mm/aaaa'. */
export function describeDate(moment: number, offset: ZoneOffset): string {
  const local = inZone(moment, offset).toISOString();
  return `${local.slice(8, 10)}/${local.slice(5, 7)}/${local.slice(0, 4)}`;
}

/** 'hh:mm'. */
export function describeClock(moment: number, offset: ZoneOffset): string {
  return clockOf(inZone(moment, offset));
}

/** A date whose UTC fields say what the zone's clocks show. */
function inZone(moment: number, offset: ZoneOffset): Date {
  return new Date(moment - offset(moment) * MINUTE_MS);
}

function clockOf(local: Date): string {
  return local.toISOString().slice(11, 16);
}

function dayOf(moment: number, offset: ZoneOffset): number {
  return Math.floor(inZone(moment, offset).getTime() / DAY_MS);
}
