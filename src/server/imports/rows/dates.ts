import type { DateOrder } from '~/shared/imports/import';
import { isDay, localTimeIn } from '~/shared/leads/days';
import { findField, LEAD_FIELD_NAMES, type LEAD_FIELDS, type LeadFieldName } from '~/shared/leads/fields';
import { momentAt } from '~/shared/notices/wall-clock';

type DateKinds = {
  [Name in LeadFieldName]: (typeof LEAD_FIELDS)[Name]['kind'] extends 'day' | 'moment' ? Name : never;
};
export type DateField = DateKinds[LeadFieldName];
export const isDateField = (name: string | null | undefined): name is DateField =>
  /^(?:day|moment)$/.test(findField(name ?? null)?.kind ?? '');
export const DATE_FIELDS = LEAD_FIELD_NAMES.filter(isDateField);

const WRITTEN =
  /^(?<first>\d{1,2})\s?[/.-]\s?(?<second>\d{1,2})\s?[/.-]\s?(?<year>\d{4}|\d{2})(?:(?:,?\s+|T)(?<time>\S.*))?$/;
const ISO = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<date>\d{1,2})(?:[T\s]+(?<time>[^T\s].*))?$/;
/** '20260301', '20260301T103000Z'. */
const COMPACT =
  /^(?<year>20\d\d)(?<month>\d\d)(?<date>\d\d)(?:T?(?<hours>\d\d)(?<minutes>\d\d)(?<seconds>\d\d)?(?<utc>Z?))?$/;
/** '10:00', 'a las 10:00', '- 10:00'. */
const BEFORE_TIME = /^(?:(?:a las?|at|[aà]s)\s+|[-–|]\s*)/i;
/** Matched without blanks. */
const TIME =
  /^(\d{1,2})(?:[:h](\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?|(?=[aph]))([ap])?\.?m?\.?(?:hs?\.?)?(z|gmt|utc|(?:gmt|utc)?[+-]\d{1,2}(?::?\d{2})?)?$/i;
/** Serial numbers that Excel writes for dates formatted as numbers, 2000 to 2079. */
const SERIAL = /^(3[6-9]|4\d|5\d|6[0-5])\d{3}(?:[.,]\d+)?$/;
const FIRST_SERIAL = Date.UTC(1899, 11, 30);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FIRST_YEAR = 2000;

/** Beginnings of month names in Spanish, English and Portuguese. */
const MONTHS = 'jan|ene feb|fev mar apr|abr may|mai jun jul aug|ago sep|set oct|out nov dec|dic|dez'.split(' ');
/** '12 de marzo de 2024', '1º de marzo', '12-mar-24', 'Tue, 12 Mar 2024 10:30'; and 'Mar 12, 2024', 'marzo 1 de 2026'. */
const DAY_NAMED =
  /^(?:[a-z]{3,9}\.?,? )?(?<date>\d{1,2})(?:[ºª°]|er|e?ro|st|nd|rd|th)?(?:[ .-]| de )(?<month>[a-z]{3,10})\.?(?:[ .,-]{1,2}| de | del )(?<year>\d{4}|\d{2})(?:,?\s+(?<time>\S.*))?$/;
const MONTH_NAMED =
  /^(?:[a-z]{3,9}\.?,? )?(?<month>[a-z]{3,10})\.? (?<date>\d{1,2})(?:st|nd|rd|th)?(?:,? | del? )(?<year>\d{4})(?:,?\s+(?<time>\S.*))?$/;

/** A day; `time` in ms since midnight and `offset` from UTC in ms, if written. */
type Written = { day: string; time: number | null; offset: number | null };

/**
 * Detects the order of day and month. A part above 12 proves it; without proof the day is first. `ambiguous` counts
 * dates that mean another day in the other order.
 */
export function makeOrderWatch() {
  let dayFirst = 0;
  let monthFirst = 0;
  let ambiguous = 0;
  return {
    look(text: string) {
      const [, first, second] = WRITTEN.exec(text.trim()) ?? [];
      if (Number(first) > 12) dayFirst++;
      else if (Number(second) > 12) monthFirst++;
      else if (first !== undefined && Number(first) !== Number(second)) ambiguous++;
    },
    order: (): DateOrder => (monthFirst > dayFirst ? 'month' : 'day'),
    isProven: () => monthFirst !== dayFirst,
    ambiguous: () => ambiguous,
  };
}

/** Days between the first ones that Excel and old Macs count from. */
const DAYS_TO_1904 = 1462;

/** A plain serial number of a workbook that counts from 1904, as other workbooks write it; other texts as they are. */
export function since1900(text: string): string {
  return /^\d{5}(?:[.,]\d+)?$/.test(text.trim()) ? String(Number(text.replace(',', '.')) + DAYS_TO_1904) : text;
}

/** A cell of a file of dates as one says it whose other rows prove no order, and that counts its days from 1900. */
export function writeUsual(text: string, order: DateOrder, from1904: boolean): string {
  if (from1904) return since1900(text);
  return order === 'day' ? text : text.replace(/^(\d{1,2})(\s?[/.-]\s?)(\d{1,2})(?=\s?[/.-])/, '$3$2$1');
}

/**
 * The moment a cell names, as stored in the database. A day without a time becomes its noon; a time without a zone is
 * read in `zone`. Null for no date, a date before this century, or one to come.
 */
export function readDate(text: string, order: DateOrder, zone: string, now = Date.now()): string | null {
  const written = readWritten(text.trim(), order);
  const moment = written && toMoment(written, zone);
  if (moment === null || moment > now + DAY_MS || moment < Date.UTC(FIRST_YEAR, 0, 1)) return null;
  return new Date(Math.min(moment, now)).toISOString();
}

/** The day a cell names, and the time if it has one, in `zone`; null for no date. */
export function readDay(text: string, order: DateOrder, zone: string): { on: string; at: string | null } | null {
  const written = readWritten(text.trim(), order);
  if (!written) return null;
  const wall =
    written.offset === null || written.time === null
      ? `${written.day}T${new Date(written.time ?? 0).toISOString().slice(11)}`
      : localTimeIn(zone, toMoment(written, zone));
  const on = wall.slice(0, 10);
  return isDay(on) ? { on, at: written.time === null ? null : wall.slice(11, 16) } : null;
}

function toMoment({ day, time, offset }: Written, zone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (time === null) return midnight + DAY_MS / 2;
  if (offset !== null) return midnight + time - offset;
  const hour = new Date(time).toISOString().slice(11, 16);
  return momentAt(day, hour, zone) + (time % MINUTE_MS);
}

function readWritten(text: string, order: DateOrder): Written | null {
  if (SERIAL.test(text)) {
    const serial = Number(text.replace(',', '.'));
    const moment = FIRST_SERIAL + Math.round(serial * DAY_MS);
    const day = new Date(moment).toISOString().slice(0, 10);
    return {
      day,
      time: Number.isInteger(serial) ? null : moment - Date.parse(`${day}T00:00:00Z`),
      offset: null,
    };
  }
  const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const found = [COMPACT, ISO, WRITTEN].map((form) => form.exec(text)).find(Boolean);
  const groups = (found ?? DAY_NAMED.exec(plain) ?? MONTH_NAMED.exec(plain))?.groups;
  if (!groups) return null;
  const { year, month, date, first, second, hours, minutes, seconds = '00', utc, time } = groups;
  const [at, of] = order === 'day' ? [first, second] : [second, first];
  return toWritten(year, month ?? of, date ?? at, hours ? `${hours}:${minutes}:${seconds}${utc}` : time);
}

/** Strict: 31 February is not 3 March. A month may be named. */
function toWritten(year = '', written = '', date = '', time: string | undefined): Written | null {
  const named = MONTHS.findIndex((names) => names.split('|').some((one) => written.startsWith(one)));
  const month = named < 0 ? Number(written) : named + 1;
  const full = year.length === 2 ? `20${year}` : year;
  const midnight = new Date(Date.UTC(Number(full), month - 1, Number(date)));
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== Number(date)) return null;
  const day = midnight.toISOString().slice(0, 10);
  if (time === undefined) return { day, time: null, offset: null };
  const found = TIME.exec(time.replace(BEFORE_TIME, '').replace(/\s+/g, ''));
  if (!found) return null;
  const [, hour, minute = '0', second = '0', part = '0', half, offset] = found;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const since = ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Math.floor(Number(`0.${part}`) * 1000);
  return { day, time: since, offset: offset ? offsetOf(offset) : null };
}

function offsetOf(text: string): number {
  // Google Forms writes 'GMT-3'.
  const [, sign, hours, minutes] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(text) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
}
