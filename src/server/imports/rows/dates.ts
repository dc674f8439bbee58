import type { DateOrder } from '~/shared/imports/import';
import { isDay, localTimeIn } from '~/shared/leads/days';
import { momentAt } from '~/shared/notices/wall-clock';

const WRITTEN = /^(\d{1,2})\s?[/.-]\s?(\d{1,2})\s?[/.-]\s?(\d{4}|\d{2})(?:(?:,?\s+|T)(\S.*))?$/;
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s]+([^T\s].*))?$/;
/** '20260301', '20260301T103000Z'. */
const COMPACT = /^(20\d\d)(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?(Z?))?$/;
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
const MONTHS = [
  'jan|ene',
  'feb|fev',
  'mar',
  'apr|abr',
  'may|mai',
  'jun',
  'jul',
  'aug|ago',
  'sep|set',
  'oct|out',
  'nov',
  'dec|dic|dez',
];
/** '12 de marzo de 2024', '1º de marzo', '12-mar-24', 'Tue, 12 Mar 2024 10:30'; and 'Mar 12, 2024', 'marzo 1 de 2026'. */
const DAY_NAMED =
  /^(?:[a-z]{3,9}\.?,? )?(\d{1,2})(?:[ºª°]|er|e?ro|st|nd|rd|th)?(?:[ .-]| de )([a-z]{3,10})\.?(?:[ .,-]{1,2}| de | del )(\d{4}|\d{2})(?:,?\s+(\S.*))?$/;
const MONTH_NAMED =
  /^(?:[a-z]{3,9}\.?,? )?([a-z]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? | del? )(\d{4})(?:,?\s+(\S.*))?$/;

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
  const compact = COMPACT.exec(text);
  if (compact) {
    const [, year, month, date, hours, minutes, seconds = '00', utc = ''] = compact;
    return toWritten(year, month, date, hours && `${hours}:${minutes}:${seconds}${utc}`);
  }
  const iso = ISO.exec(text);
  if (iso) return toWritten(iso[1], iso[2], iso[3], iso[4]);
  const written = WRITTEN.exec(text);
  if (written) {
    const [, first, second, year, time] = written;
    return order === 'day' ? toWritten(year, second, first, time) : toWritten(year, first, second, time);
  }
  const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const named = DAY_NAMED.exec(plain);
  if (named) return toWritten(named[3], monthNamed(named[2]), named[1], named[4]);
  const other = MONTH_NAMED.exec(plain);
  return other && toWritten(other[3], monthNamed(other[1]), other[2], other[4]);
}

function monthNamed(name = ''): string {
  return String(MONTHS.findIndex((names) => names.split('|').some((one) => name.startsWith(one))) + 1);
}

/** Strict: 31 February is not 3 March. */
function toWritten(year = '', month = '', date = '', time: string | undefined): Written | null {
  const full = year.length === 2 ? `20${year}` : year;
  const midnight = new Date(Date.UTC(Number(full), Number(month) - 1, Number(date)));
  if (midnight.getUTCMonth() !== Number(month) - 1 || midnight.getUTCDate() !== Number(date)) return null;
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
