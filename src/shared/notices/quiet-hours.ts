import { addDays, weekdayOf } from '~/shared/leads/days';
import { clockIn, momentAt } from './wall-clock';

/** Working hours in the team's time zone; outside them no reminder is sent. */
export type OfficeHours = {
  zone: string;
  /** 1 for Monday to 7 for Sunday, in order. */
  days: number[];
  /** 'HH:MM'. */
  opens: string;
  closes: string;
};

/** The moment itself during working hours, else the next opening; null if the team never works. */
export function nextWorkingMoment(moment: number, { zone, days, opens, closes }: OfficeHours): number | null {
  const today = clockIn(zone, moment).day;
  for (let ahead = 0; ahead <= 7; ahead++) {
    const day = addDays(today, ahead);
    if (!days.includes(weekdayOf(day) || 7)) continue;
    if (moment < momentAt(day, closes, zone)) return Math.max(moment, momentAt(day, opens, zone));
  }
  return null;
}
