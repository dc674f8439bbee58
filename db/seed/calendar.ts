import { addDays, DEFAULT_ZONE, dayIn, weekdayOf } from '~/shared/leads/days';
import type { DialledCountry } from '~/shared/phones/numbering';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The office is in Buenos Aires, which has not changed its clocks since 2009. */
const OFFICE_OFFSET_MS = -3 * HOUR_MS;
const OPENS = 9 * 60;
const CLOSES = 18 * 60 + 30;
const SATURDAY_CLOSES = 13 * 60;

/** Besides Easter: nobody works and hardly anybody asks. */
const HOLIDAYS: Record<DialledCountry, string> = {
  Argentina: '01-01 03-24 05-01 05-25 07-09 12-08 12-24 12-25 12-31',
  Uruguay: '01-01 05-01 07-18 08-25 12-25',
  Paraguay: '01-01 05-01 05-15 12-08 12-25',
  Chile: '01-01 05-01 09-18 09-19 12-25',
  Bolivia: '01-01 05-01 08-06 12-25',
  Perú: '01-01 05-01 07-28 07-29 12-25',
  Colombia: '01-01 05-01 07-20 12-25',
  México: '01-01 05-01 09-16 11-02 12-12 12-25',
  España: '01-01 01-06 05-01 08-15 10-12 11-01 12-06 12-08 12-25',
};

/** Holiday seasons: first day, last day, and what is left of usual demand. */
const SEASONS: Record<'south' | 'andes' | 'north', [from: string, to: string, left: number][]> = {
  south: [
    ['12-20', '12-31', 0.4],
    ['01-01', '01-22', 0.25],
    ['01-23', '02-15', 0.6],
    ['03-01', '03-31', 1.2],
    ['07-13', '07-26', 0.7],
  ],
  andes: [['12-20', '01-06', 0.4]],
  north: [
    ['07-20', '07-31', 0.7],
    ['08-01', '08-31', 0.3],
    ['12-22', '01-07', 0.4],
  ],
};
const HEMISPHERES: Partial<Record<DialledCountry, keyof typeof SEASONS>> = {
  Argentina: 'south',
  Uruguay: 'south',
  Paraguay: 'south',
  Chile: 'south',
  España: 'north',
};

/** A day's demand in a country, relative to the usual. */
export function seasonOf(pais: DialledCountry, day: string): number {
  const date = day.slice('2026-'.length);
  const beforeEaster = daysBeforeEaster(day);
  const left = SEASONS[HEMISPHERES[pais] ?? 'andes'].find(([from, to]) =>
    from <= to ? from <= date && date <= to : from <= date || date <= to,
  );
  // Semana Santa: quiet from Monday, nobody there from Thursday.
  const ofEaster = beforeEaster >= 0 && beforeEaster <= 3 ? 0.15 : beforeEaster > 3 && beforeEaster <= 6 ? 0.6 : 1;
  return (left?.[2] ?? 1) * ofEaster * (isHoliday(pais, day) ? 0.35 : 1);
}

function isHoliday(pais: DialledCountry, day: string): boolean {
  return HOLIDAYS[pais].includes(day.slice('2026-'.length));
}

function daysBeforeEaster(day: string): number {
  return Math.round((Date.parse(easterOf(Number(day.slice(0, 4)))) - Date.parse(day)) / DAY_MS);
}

/** Easter Sunday of a year (Meeus, Astronomical Algorithms, chapter 8). */
function easterOf(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${year}-${pad(Math.floor(f / 31))}-${pad((f % 31) + 1)}`;
}

/** The office's calendar day at a moment. */
export function officeDay(moment: number): string {
  return dayIn(DEFAULT_ZONE, moment);
}

/** The moment when the office's clock shows this many minutes past midnight. */
export function officeMoment(day: string, minutes: number): number {
  return Date.parse(`${day}T00:00:00Z`) - OFFICE_OFFSET_MS + minutes * MINUTE_MS;
}

/** The day itself, or the next working day. */
export function workday(day: string): string {
  let at = day;
  while (weekdayOf(at) % 6 === 0 || isClosed(at)) at = addDays(at, 1);
  return at;
}

function isClosed(day: string): boolean {
  const beforeEaster = daysBeforeEaster(day);
  return isHoliday('Argentina', day) || (beforeEaster >= 0 && beforeEaster <= 3);
}

/** The moment itself during office hours, else the next opening. */
export function atOffice(moment: number): number {
  for (let day = officeDay(moment); ; day = addDays(day, 1)) {
    const weekday = weekdayOf(day);
    if (weekday === 0 || isClosed(day)) continue;
    const [opens, closes] = [OPENS, weekday === 6 ? SATURDAY_CLOSES : CLOSES];
    if (moment < officeMoment(day, closes)) return Math.max(moment, officeMoment(day, opens));
  }
}
