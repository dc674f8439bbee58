import { startOfDay } from '~/shared/leads/days';
import { importErrors } from '~/shared/strings/import-errors';

/** Whether a column writes the day or the month first. */
export type DateOrder = 'day' | 'month';

const WRITTEN = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:,?\s+(\S.*))?$/;
const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T\s]+([^T\s].*))?$/;
/** Without its blanks. */
const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?([ap])?\.?m?\.?(?:hs?\.?)?(z|[+-]\d{2}(?::?\d{2})?)?$/i;
/** What Excel writes where a day was formatted as a number: 2000 to 2079. */
const SERIAL = /^(3[6-9]|4\d|5\d|6[0-5])\d{3}(?:[.,]\d+)?$/;
const FIRST_SERIAL = Date.UTC(1899, 11, 30);
const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_YEAR = 2000;

/** Watches a column: which order its dates have. A part above 12 proves it; where nothing does, it is the `usual` one. */
export function makeOrderWatch(): { look: (text: string) => void; order: (usual?: DateOrder) => DateOrder } {
  let dayFirst = 0;
  let monthFirst = 0;
  return {
    look(text) {
      const [, first, second] = WRITTEN.exec(text.trim()) ?? [];
      if (Number(first) > 12) dayFirst++;
      if (Number(second) > 12) monthFirst++;
    },
    order: (usual = 'day') => (monthFirst === dayFirst ? usual : monthFirst > dayFirst ? 'month' : 'day'),
  };
}

/**
 * The moment that a cell names, as the database writes times. A day without an hour is its noon, a time without a zone is
 * read in `zone`.
 */
export function readDate(
  text: string,
  order: DateOrder,
  zone: string,
  now = Date.now(),
): { at: string } | { reason: string } {
  const moment = findMoment(text.trim(), order, zone);
  if (moment === null) return { reason: importErrors.dateWrong(text) };
  if (moment > now + DAY_MS) return { reason: importErrors.dateAhead(text) };
  if (moment < Date.UTC(FIRST_YEAR, 0, 1)) return { reason: importErrors.dateOld(text) };
  return { at: new Date(Math.min(moment, now)).toISOString() };
}

function findMoment(text: string, order: DateOrder, zone: string): number | null {
  if (SERIAL.test(text)) {
    const serial = Number(text.replace(',', '.'));
    const moment = FIRST_SERIAL + Math.round(serial * DAY_MS);
    return Number.isInteger(serial) ? moment + DAY_MS / 2 : moment;
  }
  const iso = ISO.exec(text);
  if (iso) return toMoment(iso[1], iso[2], iso[3], iso[4], zone);
  const written = WRITTEN.exec(text);
  if (!written) return null;
  const [, first, second, year = ''] = written;
  const full = year.length === 2 ? `20${year}` : year;
  const [day, month] = order === 'day' ? [first, second] : [second, first];
  return toMoment(full, month, day, written[4], zone);
}

function toMoment(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  time: string | undefined,
  zone: string,
): number | null {
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(midnight);
  // Strictly: 31 February is not 3 March.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  if (time === undefined) return midnight + DAY_MS / 2;
  const found = TIME.exec(time.replace(/\s+/g, ''));
  if (!found) return null;
  const [, hour, minute, second = '0', half, offset] = found;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const since = ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  if (offset) return midnight + since - offsetOf(offset);
  return Date.parse(startOfDayIn(date.toISOString().slice(0, 10), zone)) + since;
}

function offsetOf(text: string): number {
  if (/^z$/i.test(text)) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
}

const MOST_DAYS = 5000;
const starts = new Map<string, string>();

/** Kept, because finding where a day begins takes as long as reading ten rows. */
function startOfDayIn(day: string, zone: string): string {
  const key = `${day} ${zone}`;
  const known = starts.get(key);
  if (known) return known;
  const start = startOfDay(day, zone);
  if (starts.size === MOST_DAYS) starts.clear();
  starts.set(key, start);
  return start;
}
