/**
 * Days as 'YYYY-MM-DD', which sort as text. What day it is depends on the viewer's time zone, across clock changes too.
 */

/** The time zone where none is named. */
export const DEFAULT_ZONE = 'America/Argentina/Buenos_Aires';

const DAY = /^(20\d\d)-(\d\d)-(\d\d)$/;
const HOUR = /^([01]\d|2[0-3]):[0-5]\d$/;
const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK = 7;
const MONDAY = 1;

/** Whether this is a calendar day of this century: 30 February is not. */
export function isDay(text: string): boolean {
  return DAY.test(text) && toDay(Date.parse(`${text}T00:00:00Z`)) === text;
}

/** Whether this is an hour 'HH:MM'. */
export function isHour(text: string): boolean {
  return HOUR.test(text);
}

/** Whether this is an IANA time zone. */
export function isZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Local date and time in a zone, as text that sorts: 'YYYY-MM-DDTHH:MM:SS'. */
export function localTimeIn(zone: string, moment: number): string {
  return formatOf(zone).format(moment).replace(' ', 'T');
}

/** Local time in a zone, in milliseconds as if it were UTC. */
export function localMsIn(zone: string, moment: number): number {
  const millisecond = ((moment % 1000) + 1000) % 1000;
  return Date.parse(`${localTimeIn(zone, moment)}Z`) + millisecond;
}

/** The calendar day of a moment in a time zone. */
export function dayIn(zone: string, moment: number): string {
  return localTimeIn(zone, moment).slice(0, 10);
}

/** Of formats, and of beginnings of days. */
const MAX_CACHED = 100;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: making one takes thirty times as long as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  // Swedish writes 'YYYY-MM-DD HH:MM:SS'; taking other languages' parts together takes twice as long.
  const format = new Intl.DateTimeFormat('sv', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (formats.size === MAX_CACHED) formats.clear();
  formats.set(timeZone, format);
  return format;
}

/** The day this many days later. */
export function addDays(day: string, days: number): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** The same day this many months later, clamped to the month's last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return toDay(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** The Monday after a day; on a Monday, the next one. */
export function nextMonday(day: string): string {
  const weekday = weekdayOf(day);
  return addDays(day, ((MONDAY - weekday + WEEK - 1) % WEEK) + 1);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** 'dd/mm/aaaa'. */
export function formatDay(day: string): string {
  return day.split('-').reverse().join('/');
}

/** How many days `to` is after `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/**
 * The moment a day begins in a time zone, in the database's format. Where clocks skip midnight, an hour later; where
 * midnight comes twice, the first.
 */
export function startOfDay(day: string, zone: string): string {
  const asked = `${day} ${zone}`;
  const known = starts.get(asked) ?? findStart(day, zone);
  if (starts.size === MAX_CACHED) starts.clear();
  starts.set(asked, known);
  return known;
}

/** Cached: filtering a list by day asks for the same ones once per lead. */
const starts = new Map<string, string>();

function findStart(day: string, zone: string): string {
  const noon = Date.parse(`${day}T12:00:00Z`);
  let before = noon - 2 * DAY_MS;
  let within = noon + 2 * DAY_MS;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dayIn(zone, middle) < day) before = middle;
    else within = middle;
  }
  return new Date(within).toISOString();
}

function toDay(moment: number): string {
  return Number.isNaN(moment) ? '' : new Date(moment).toISOString().slice(0, 10);
}
