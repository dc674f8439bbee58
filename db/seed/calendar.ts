import { addDays, DEFAULT_ZONE, dayIn, weekdayOf } from '~/shared/leads/days';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The office is in Buenos Aires, which has not changed its clocks since 2009. */
const OFFICE_OFFSET_MS = -3 * HOUR_MS;
const OPENS = 9 * 60;
const CLOSES = 18 * 60 + 30;

export function officeDay(moment: number): string {
  return dayIn(DEFAULT_ZONE, moment);
}

/** The moment when the office's clock shows this many minutes past midnight. */
export function officeMoment(day: string, minutes: number): number {
  return Date.parse(`${day}T00:00:00Z`) - OFFICE_OFFSET_MS + minutes * MINUTE_MS;
}

/** The day itself, or the next Monday. */
export function workday(day: string): string {
  return weekdayOf(day) % 6 === 0 ? workday(addDays(day, 1)) : day;
}

/** The moment itself during office hours, else the next opening. */
export function atOffice(moment: number): number {
  const today = officeDay(moment);
  const day = workday(moment < officeMoment(today, CLOSES) ? today : addDays(today, 1));
  return Math.max(moment, officeMoment(day, OPENS));
}

export function toText(moment: number): string {
  return new Date(Math.floor(moment)).toISOString();
}
