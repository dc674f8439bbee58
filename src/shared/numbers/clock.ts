import { localMsIn } from '../leads/days';

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
const WEEK_DAYS = 7;
/** Clocks change at most twice a year; a few zones change back after a month. */
const SAMPLE_EVERY_MS = WEEK_DAYS * DAY_MS;
/** 1 January 1970 was a Thursday, three days after Monday. */
const DAYS_FROM_MONDAY = 3;

/** Local time in milliseconds, as if it were UTC. */
export type Clock = (moment: number) => number;

/** From a moment on, a zone's offset from UTC in milliseconds. */
type ClockSpan = { from: number; offset: number };

/** A zone's offsets between two moments; clock changes are looked up once. The first span has no beginning. */
export function listClockSpans(zone: string, since: number, until: number): ClockSpan[] {
  const offsetAt = (moment: number) => localMsIn(zone, moment) - moment;
  const spans = [{ from: Number.NEGATIVE_INFINITY, offset: offsetAt(since) }];
  for (let at = since; at < until; at += SAMPLE_EVERY_MS) {
    const offset = offsetAt(at + SAMPLE_EVERY_MS);
    if (offset === spans.at(-1)?.offset) continue;
    spans.push({ from: findChange(offsetAt, at, at + SAMPLE_EVERY_MS), offset });
  }
  return spans;
}

/** A zone's clock for moments in this range; in bulk, a hundred times faster than formatting each. */
export function makeClock(zone: string, since: number, until: number): Clock {
  const spans = listClockSpans(zone, since, until);
  let at = 0;
  return (moment) => {
    while (moment < (spans[at]?.from ?? 0)) at--;
    while (moment >= (spans[at + 1]?.from ?? Number.POSITIVE_INFINITY)) at++;
    return moment + (spans[at]?.offset ?? 0);
  };
}

/** Bisects for the first moment with another offset. */
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

/** Hour of the week: 0 is Monday from midnight, 167 Sunday from 23:00. */
export function hourOfWeek(shown: number): number {
  const hour = Math.floor(shown / HOUR_MS) + DAYS_FROM_MONDAY * 24;
  return ((hour % (WEEK_DAYS * 24)) + WEEK_DAYS * 24) % (WEEK_DAYS * 24);
}

/** Days since Monday: 0 to 6. */
export function daysFromMonday(shown: number): number {
  return Math.floor(hourOfWeek(shown) / 24);
}

const HOUR_OF_WEEK = /^([1-7])-(\d|1\d|2[0-3])$/;

/** '2-21' (Tuesday from 21:00) as hour of the week; undefined if invalid. */
export function readHourOfWeek(text: string): number | undefined {
  const [, weekday, hour] = HOUR_OF_WEEK.exec(text) ?? [];
  return weekday === undefined ? undefined : (Number(weekday) - 1) * 24 + Number(hour);
}

/** An hour of the week as filters write it. */
export function writeHourOfWeek(hour: number): string {
  return `${Math.floor(hour / 24) + 1}-${hour % 24}`;
}
