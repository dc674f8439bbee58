import { addDays, daysBetween, startOfDay } from '~/shared/leads/days';
import { LEAD_STATUSES, LOST_REASONS, NONE, STAGES_BEFORE_LOSS } from '~/shared/leads/enums';
import { daysFromMonday, hourOfWeek, makeClock } from '~/shared/numbers/clock';
import { encodeMinutes, roundDuration } from '~/shared/numbers/duration';

import { DIMENSIONS, type Dimension, type Period, type ReportRequest } from '~/shared/numbers/schema';
import { ANSWERS, answerOf, Durations, Group, Groups, Losses, Slices } from './histograms';
import { PlanCounts } from './plan-values';
import { selectTallyRows, type TallyRow } from './report-queries';

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
const WEEK = 7;
const HOURS = WEEK * 24;
const STATUSES = LEAD_STATUSES.length;

/** A row's value of each dimension. */
const KEY_OF: Record<Dimension, (row: TallyRow) => string | null> = {
  source: (row) => row[6],
  owner: (row) => row[5],
  country: (row) => row[3],
  type: (row) => row[4],
  plan: (row) => row[7],
  via: (row) => row[VIA],
};

/** Everything a report counts about a period's enquiries. */
export class Tally {
  all = new Group();
  durations = new Durations();
  /** Imported leads are counted nowhere else. */
  imported = 0;
  /** By bit set of the statuses passed. */
  passed = new Int32Array(2 ** STATUSES);
  /** Time in the status before each one after `nuevo`. */
  steps = LEAD_STATUSES.slice(1).map(() => new Durations());
  by = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, new Slices()])) as Record<Dimension, Slices>;
  durationsOf = new Groups<string | null, Durations>(() => new Durations());
  /** Value of the wins (values.ts). */
  won = new PlanCounts();
  losses = STAGES_BEFORE_LOSS.map(() => new Losses());
  /** By row value, then by column value. */
  crossing = new Groups<string | null, Slices>(() => new Slices());
  hours = Array.from({ length: HOURS }, () => new Group());
  days: Int32Array;
  /** By week, from Monday, and status. */
  weeks: Int32Array[];

  constructor(days: number) {
    this.days = new Int32Array(days);
    this.weeks = Array.from({ length: Math.floor((days + WEEK - 2) / WEEK) + 1 }, () => new Int32Array(STATUSES));
  }

  /** How many have ever had a status. */
  reached(status: number): number {
    return this.passed.reduce((sum, count, bits) => (bits & (1 << status) ? sum + count : sum), 0);
  }
}

/** Rows per read: with more, garbage collection costs more; with fewer, the statement does. */
const ROWS_PER_READ = 4000;

/** Tallies, in one pass, a report's period and the one that ends where it begins, optionally for one owner. */
export function tallyPeriods(
  before: Period,
  { period, tz, owner, rows: line, columns: column }: ReportRequest,
): { before: Tally; now: Tally } {
  const ownerId = owner === NONE ? null : owner;
  const moment = (day: string) => startOfDay(day, tz);
  const [since, middle, until] = [moment(before.from), moment(period.from), moment(addDays(period.to, 1))];
  const clock = makeClock(tz, Date.parse(since), Date.parse(until));
  const tallies = { before: new Tally(daysOf(before)), now: new Tally(daysOf(period)) };
  const firstDays = { before: Date.parse(before.from), now: Date.parse(period.from) };
  const firstWeekday = daysFromMonday(firstDays.now);
  let cursor = { created_at: since, id: 0 };
  for (;;) {
    const rows = selectTallyRows()
      .raw()
      .all({ ...cursor, until, limit: ROWS_PER_READ });
    for (const row of rows) {
      if (ownerId !== undefined && row[5] !== ownerId) continue;
      const which = row[0] < middle ? 'before' : 'now';
      const tally = tallies[which];
      if (row[11]) {
        tally.imported++;
        continue;
      }
      const shown = clock(Date.parse(row[0]));
      const day = Math.floor((shown - firstDays[which]) / DAY_MS);
      const kind = count(tally, row, day);
      if (which === 'before') continue;
      countMore(tally, row, kind, hourOfWeek(shown), Math.floor((day + firstWeekday) / WEEK));
      tally.crossing.of(KEY_OF[line](row)).of(KEY_OF[column](row)).add(kind);
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_PER_READ) return tallies;
    cursor = { created_at: last[0], id: last[1] };
  }
}

const daysOf = ({ from, to }: Period) => daysBetween(from, to) + 1;

export const WON = LEAD_STATUSES.indexOf('ganado');
const LOST = LEAD_STATUSES.indexOf('perdido');

/** Indexes in a row: the first duration, and the channel. */
const FIRST_STEP = 13;
const VIA = 17;

/** Counts what both periods compare. Returns the lead's kind, for groups. */
function count(tally: Tally, row: TallyRow, day: number): number {
  const [, , status, , , owner_id, , plan, billing, , seconds, , passed] = row;
  const estado = LEAD_STATUSES.indexOf(status);
  const kind = estado * ANSWERS + answerOf(seconds);
  tally.all.add(kind);
  if (seconds) {
    const code = encodeMinutes(roundDuration(seconds * 1000));
    tally.durations.add(code);
    tally.durationsOf.of(owner_id).add(code);
  }
  increase(tally.days, day);
  increase(tally.passed, passed | (1 << estado));
  if (estado === WON) tally.won.add(plan, billing);
  return kind;
}

/** Counts the rest, for the current period only. */
function countMore(tally: Tally, row: TallyRow, kind: number, hour: number, week: number): void {
  const [lost_reason, passed] = [row[9], row[12]];
  const estado = Math.floor(kind / ANSWERS);
  for (const dimension of DIMENSIONS) tally.by[dimension].of(KEY_OF[dimension](row)).add(kind);
  tally.hours[hour]?.add(kind);
  const standing = tally.weeks[week];
  if (standing) increase(standing, estado);
  for (let step = 0; step < tally.steps.length; step++) {
    const took = row[FIRST_STEP + step] as number | null;
    if (took !== null) tally.steps[step]?.add(encodeMinutes(roundDuration(took * MINUTE_MS)));
  }
  if (estado !== LOST) return;
  const loss = tally.losses[furthest(passed)];
  const took = row[FIRST_STEP + LOST - 1] as number | null;
  if (loss) increase(loss.reasons, indexFromOne(LOST_REASONS, lost_reason));
  if (took !== null) loss?.durations.add(encodeMinutes(roundDuration(took * MINUTE_MS)));
}

/** The furthest step before a loss, from a bit set of statuses. */
function furthest(passed: number): number {
  return STAGES_BEFORE_LOSS.findLastIndex((_, step) => step === 0 || passed & (1 << step));
}

function increase(counts: Int32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}

/** A value's index from 1; 0 for none. */
function indexFromOne(values: readonly string[], value: string | null): number {
  return value === null ? 0 : values.indexOf(value) + 1;
}
