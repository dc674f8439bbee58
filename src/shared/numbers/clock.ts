import { wallIn } from '../leads/days';

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
const WEEK_DAYS = 7;
/** Clocks change at most twice a year; a few zones change them back after a month. */
const LOOK_EVERY_MS = WEEK_DAYS * DAY_MS;
/** 1 January 1970 was a Thursday, three days after Monday. */
const DAYS_FROM_MONDAY = 3;

/** A moment as its zone's clocks show it, in the milliseconds at which a clock in UTC shows the same. */
export type Clock = (moment: number) => number;

function showTime(zone: string, moment: number): number {
  const millisecond = ((moment % 1000) + 1000) % 1000;
  return Date.parse(`${wallIn(zone, moment)}Z`) + millisecond;
}

/** From a moment on, by how many milliseconds a zone's clocks are ahead of UTC. */
export type ClockSpan = { from: number; offset: number };

/** How a zone's clocks stand between two moments: when they change is looked up once. The first span has no beginning. */
export function listClockSpans(zone: string, since: number, until: number): ClockSpan[] {
  const offsetAt = (moment: number) => showTime(zone, moment) - moment;
  const spans = [{ from: Number.NEGATIVE_INFINITY, offset: offsetAt(since) }];
  for (let at = since; at < until; at += LOOK_EVERY_MS) {
    const offset = offsetAt(at + LOOK_EVERY_MS);
    if (offset === spans.at(-1)?.offset) continue;
    spans.push({ from: findChange(offsetAt, at, at + LOOK_EVERY_MS), offset });
  }
  return spans;
}

/** The clocks of a zone between two moments, which for many moments is a hundred times faster than asking for each. */
export function makeClock(zone: string, since: number, until: number): Clock {
  const spans = listClockSpans(zone, since, until);
  let at = 0;
  return (moment) => {
    while (moment < (spans[at]?.from ?? 0)) at--;
    while (moment >= (spans[at + 1]?.from ?? Number.POSITIVE_INFINITY)) at++;
    return moment + (spans[at]?.offset ?? 0);
  };
}

/** The first moment with another offset than before. */
function findChange(offsetAt: (moment: number) => number, before: number, after: number): number {
  const offset = offsetAt(before);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

/** Which hour of the week a clock shows: 0 is Monday from midnight on, 167 Sunday from 23 on. */
export function hourOfWeek(shown: number): number {
  const hour = Math.floor(shown / HOUR_MS) + DAYS_FROM_MONDAY * 24;
  return ((hour % (WEEK_DAYS * 24)) + WEEK_DAYS * 24) % (WEEK_DAYS * 24);
}

/** How many days after a Monday the day is that a clock shows: 0 to 6. */
export function daysFromMonday(shown: number): number {
  return Math.floor(hourOfWeek(shown) / 24);
}

const HOUR_OF_WEEK = /^([1-7])-(\d|1\d|2[0-3])$/;

/** '2-21', Tuesday from 21 on, as an hour of the week; undefined for what is none. */
export function readHourOfWeek(text: string): number | undefined {
  const [, weekday, hour] = HOUR_OF_WEEK.exec(text) ?? [];
  return weekday === undefined ? undefined : (Number(weekday) - 1) * 24 + Number(hour);
}

/** An hour of the week as a filter names it. */
export function writeHourOfWeek(hour: number): string {
  return `${Math.floor(hour / 24) + 1}-${hour % 24}`;
}
