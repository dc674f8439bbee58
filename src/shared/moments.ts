const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEKDAYS = ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb'];

/** A zone's offset from UTC in minutes at a moment, with the sign of `Date.getTimezoneOffset`. */
export type ZoneOffset = (moment: number) => number;

/** The running machine's own zone. */
export const localOffset: ZoneOffset = (moment) => new Date(moment).getTimezoneOffset();

/**
 * A moment in words: 'hace 7 min' within the hour, 'hace 5 h' on the same day, 'ayer 18:12', 'vie 23:30' within six
 * days, else date and time. A future moment (a wrong clock) gets its date.
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

/** 'dd/mm/aaaa hh:mm', formatted by hand: server and browser may disagree on a locale's details. */
export function describeExactly(moment: number, offset: ZoneOffset): string {
  return `${describeDate(moment, offset)} ${describeClock(moment, offset)}`;
}

/** 'dd/mm hh:mm', to fit a list's row; 'dd/mm/aa hh:mm' if not the reader's year. */
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

/** A date whose UTC fields show the zone's local time. */
function inZone(moment: number, offset: ZoneOffset): Date {
  return new Date(moment - offset(moment) * MINUTE_MS);
}

function clockOf(local: Date): string {
  return local.toISOString().slice(11, 16);
}

function dayOf(moment: number, offset: ZoneOffset): number {
  return Math.floor(inZone(moment, offset).getTime() / DAY_MS);
}

/** A duration in its largest whole unit: '<1 min', '7 min', '3 h', '2 días'. */
export function describeDuration(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return '<1 min';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 día' : `${days} días`;
}
