import { weekdayOf } from '~/shared/leads/days';
import { clockIn } from './wall-clock';

/** Working hours in the team's time zone; outside them no reminder is sent. */
export type OfficeHours = {
  zone: string;
  /** 1 for Monday to 7 for Sunday, in order. */
  days: number[];
  /** 'HH:MM'. */
  opens: string;
  closes: string;
};

/** Whether the team works at a moment. */
export function isAtWork(moment: number, { zone, days, opens, closes }: OfficeHours): boolean {
  const { day, hour } = clockIn(zone, moment);
  return days.includes(weekdayOf(day) || 7) && hour >= opens && hour < closes;
}
