import { makeClock } from '~/shared/numbers/clock';
import type { DialledCountry } from '~/shared/phones/numbering';
import { DAY_MS, HOUR_MS, MINUTE_MS, seasonOf } from './calendar';
import { makeDice } from './dice';

/** Countries of origin, their share, and the clock people write by. */
const PLACES: { pais: DialledCountry; part: number; zone: string }[] = [
  { pais: 'Argentina', part: 0.37, zone: 'America/Argentina/Buenos_Aires' },
  { pais: 'México', part: 0.16, zone: 'America/Mexico_City' },
  { pais: 'España', part: 0.11, zone: 'Europe/Madrid' },
  { pais: 'Chile', part: 0.1, zone: 'America/Santiago' },
  { pais: 'Colombia', part: 0.08, zone: 'America/Bogota' },
  { pais: 'Uruguay', part: 0.07, zone: 'America/Montevideo' },
  { pais: 'Perú', part: 0.05, zone: 'America/Lima' },
  { pais: 'Paraguay', part: 0.04, zone: 'America/Asuncion' },
  { pais: 'Bolivia', part: 0.02, zone: 'America/La_Paz' },
];

/** Demand per hour of a working day: peaks in the late morning and after dinner. */
const HOURS = [
  ...[0.5, 0.25, 0.1, 0.05, 0.05, 0.1, 0.2, 0.5, 1.1, 1.8, 2.3, 2.4],
  ...[1.9, 1.3, 1.2, 1.6, 1.8, 1.8, 1.7, 1.8, 2.2, 2.6, 2.2, 1.2],
];
/** From Sunday on. On Sundays owners have time to look for help, most of all in the evening. */
const WEEKDAYS = [0.8, 1.15, 1.1, 1.05, 1, 0.85, 0.6];
const SUNDAY = 0;
/** Demand at the year's start, relative to its end. */
const AT_FIRST = 0.4;

/** Stays clear of the year before, with which Números compares. */
const YEAR_MS = 364 * DAY_MS;
/** Later arrivals are scripted (scripted-leads.ts). */
const BEFORE_NOW_MS = 25 * MINUTE_MS;

/** `key` seeds everything else made up about it, whatever the day. */
export type Arrival = { at: number; pais: DialledCountry; key: number };

/** A year's arrivals, oldest first. Deterministic, apart from the day it ends on. */
export function listArrivals(total: number, now: number): Arrival[] {
  const until = now - BEFORE_NOW_MS;
  return PLACES.flatMap(({ pais, part, zone }, place) => {
    const dice = makeDice(100 + place);
    const demand = listDemand(pais, zone, until);
    const all = demand.at(-1)?.sum ?? 0;
    return Array.from({ length: Math.round(total * part) }, (_, index) => {
      const asked = dice.roll() * all;
      const hour = demand[findFirst(demand, asked)];
      return {
        at: Math.min(until, (hour?.from ?? until) + Math.floor(dice.roll() * HOUR_MS)),
        pais,
        key: 10_000 * (place + 1) + index,
      };
    });
  }).sort((a, b) => a.at - b.at);
}

/** Each hour of the year, with cumulative demand. */
function listDemand(pais: DialledCountry, zone: string, until: number): { from: number; sum: number }[] {
  const clock = makeClock(zone);
  const seasons = new Map<string, number>();
  let sum = 0;
  return Array.from({ length: YEAR_MS / HOUR_MS }, (_, index) => {
    const from = until - YEAR_MS + index * HOUR_MS;
    const shown = new Date(clock(from));
    const day = shown.toISOString().slice(0, 10);
    const season = seasons.get(day) ?? seasonOf(pais, day);
    seasons.set(day, season);
    const growth = AT_FIRST + ((1 - AT_FIRST) * index * HOUR_MS) / YEAR_MS;
    sum += askedAt(shown) * season * growth;
    return { from, sum };
  });
}

function askedAt(shown: Date): number {
  const [weekday, hour] = [shown.getUTCDay(), shown.getUTCHours()];
  const evening = weekday === SUNDAY ? (hour >= 17 ? 1.6 : 0.55) : 1;
  return (HOURS[hour] ?? 0) * (WEEKDAYS[weekday] ?? 0) * evening;
}

/** The first hour whose cumulative demand reaches `asked`. */
function findFirst(demand: { sum: number }[], asked: number): number {
  let [low, high] = [0, demand.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((demand[middle]?.sum ?? 0) < asked) low = middle + 1;
    else high = middle;
  }
  return low;
}
