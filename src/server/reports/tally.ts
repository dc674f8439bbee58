import { startOfDay } from '~/shared/leads/days';
import { ANSWER_MINUTES } from '~/shared/leads/filters';
import { type ClientType, LEAD_STATUSES, type LeadCountry, LOST_REASONS } from '~/shared/leads/lead';
import { BILLINGS } from '~/shared/leads/plans';
import { hourOfWeek, makeClock } from '~/shared/numbers/clock';
import { codeOfMinutes, minutesOfCode, roundDuration } from '~/shared/numbers/duration';
import type { Minutes, Period } from '~/shared/numbers/report';
import { selectTallyRows, type TallyRow } from './report-queries';

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
const HOURS = 7 * 24;
const STATUSES = LEAD_STATUSES.length;
const LIMITS = { 5: ANSWER_MINUTES['5m'] * 60, 60: ANSWER_MINUTES['60m'] * 60 };

/** Longer ones, of more than two years, count as the longest. */
const MOST_CODES = 1024;

/** How many durations there are of each code, and which one stands at a part of all of them. */
export class Durations {
  #counts = new Int32Array(MOST_CODES);

  add(code: number): void {
    const at = code < MOST_CODES ? code : MOST_CODES - 1;
    this.#counts[at] = (this.#counts[at] as number) + 1;
  }

  /** The shortest duration that at least this part of all do not exceed. */
  at(part: number): Minutes {
    const total = this.#counts.reduce((sum, count) => sum + count, 0);
    if (total === 0) return null;
    let left = Math.ceil(total * part);
    let code = -1;
    while (left > 0) left -= this.#counts[++code] ?? 0;
    return minutesOfCode(code);
  }
}

/** How soon a lead was contacted; who came with a file, or was contacted before, is no enquiry. */
const [NO_ENQUIRY, IN_5, IN_60, LATER, NEVER] = [0, 1, 2, 3, 4] as const;
const ANSWERS = 5;

/** How many there are of each status and answer: one addition for each lead, whatever is asked of them later. */
export class Group {
  #counts = new Int32Array(STATUSES * ANSWERS);

  add(kind: number): void {
    this.#counts[kind] = (this.#counts[kind] as number) + 1;
  }

  #sum(isMeant: (status: number, answer: number) => boolean): number {
    return this.#counts.reduce(
      (sum, count, kind) => (isMeant(Math.floor(kind / ANSWERS), kind % ANSWERS) ? sum + count : sum),
      0,
    );
  }

  get total(): number {
    return this.#sum(() => true);
  }

  get contacted(): number {
    return this.#sum((_, answer) => answer !== NO_ENQUIRY && answer !== NEVER);
  }

  get within_5(): number {
    return this.#sum((_, answer) => answer === IN_5);
  }

  get within_60(): number {
    return this.#sum((_, answer) => answer === IN_5 || answer === IN_60);
  }

  get never(): number {
    return this.#sum((_, answer) => answer === NEVER);
  }

  /** How many stand in a status, `nuevo` being 0. */
  standing(status: number): number {
    return this.#sum((each) => each === status);
  }
}

/** What is counted of one person's leads, or of all. */
export class TimedGroup extends Group {
  durations = new Durations();
}

function answerOf(isEnquiry: boolean, seconds: number | null): number {
  if (!isEnquiry || seconds === 0) return NO_ENQUIRY;
  if (seconds === null) return NEVER;
  if (seconds <= LIMITS[5]) return IN_5;
  return seconds <= LIMITS[60] ? IN_60 : LATER;
}

/** Everything that a report counts of those who came in a period. */
export class Tally {
  all = new TimedGroup();
  /** By all the statuses that a lead has had, as bits. */
  passed = new Int32Array(2 ** STATUSES);
  /** What it took to come to each status after `nuevo`. */
  steps = LEAD_STATUSES.slice(1).map(() => new Durations());
  countries = new Groups<LeadCountry | null, Group>(() => new Group());
  types = new Groups<ClientType | null, Group>(() => new Group());
  sources = new Groups<string, Group>(() => new Group());
  plans = new Groups<string | null, Group>(() => new Group());
  vias = new Groups<string | null, Group>(() => new Group());
  owners = new Groups<string, TimedGroup>(() => new TimedGroup());
  /** By way of paying (its place among all, 0 for none) and plan, in one text, and by status. */
  values = new Groups<string, Int32Array>(() => new Int32Array(STATUSES));
  reasons = new Int32Array(8);
  hours = Array.from({ length: HOURS }, () => new Group());
  days: Int32Array;

  constructor(days: number) {
    this.days = new Int32Array(days);
  }

  /** How many have ever had a status. */
  reached(status: number): number {
    return this.passed.reduce((sum, count, bits) => (bits & (1 << status) ? sum + count : sum), 0);
  }
}

/** Makes what it does not have. */
export class Groups<Key, Value> extends Map<Key, Value> {
  readonly #make: () => Value;

  constructor(make: () => Value) {
    super();
    this.#make = make;
  }

  of(key: Key): Value {
    let value = this.get(key);
    if (value === undefined) {
      value = this.#make();
      this.set(key, value);
    }
    return value;
  }
}

/** So many rows are read at once: of more the garbage takes longer, of fewer the statement. */
const ROWS_AT_ONCE = 4000;

/** Counts, of one reading, those who came in each of two periods that follow each other. */
export function tallyPeriods(before: Period, period: Period, tz: string): { before: Tally; now: Tally } {
  const moment = (day: string) => startOfDay(day, tz);
  const [since, turn, until] = [moment(before.from), moment(period.from), moment(nextDay(period.to))];
  const clock = makeClock(tz, Date.parse(since), Date.parse(until));
  const tallies = { before: new Tally(daysOf(before)), now: new Tally(daysOf(period)) };
  const firstDays = { before: Date.parse(before.from), now: Date.parse(period.from) };
  let place = { created_at: since, id: 0 };
  for (;;) {
    const rows = selectTallyRows()
      .raw()
      .all({ ...place, until, limit: ROWS_AT_ONCE });
    for (const row of rows) {
      const which = row[0] < turn ? 'before' : 'now';
      count(tallies[which], row, clock(Date.parse(row[0])), firstDays[which]);
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return tallies;
    place = { created_at: last[0], id: last[1] };
  }
}

const nextDay = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
const daysOf = ({ from, to }: Period) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

const LOST = LEAD_STATUSES.indexOf('perdido');

/** Where a row's durations begin, and where it says by which way the lead came. */
const FIRST_STEP = 13;
const VIA = 17;

/** Adds a lead, which came at what a clock showed, to a tally. */
function count(tally: Tally, row: TallyRow, shown: number, firstDay: number): void {
  const [
    ,
    ,
    status,
    pais,
    client_type,
    owner_id,
    source,
    plan,
    billing,
    lost_reason,
    seconds,
    isImported,
    passed,
  ] = row;
  const estado = LEAD_STATUSES.indexOf(status);
  const owner = tally.owners.of(owner_id ?? '');
  const kind = estado * ANSWERS + answerOf(!isImported, seconds);
  tally.all.add(kind);
  owner.add(kind);
  tally.sources.of(source).add(kind);
  tally.plans.of(plan).add(kind);
  tally.vias.of(row[VIA]).add(kind);
  tally.countries.of(pais).add(kind);
  tally.types.of(client_type).add(kind);
  tally.hours[hourOfWeek(shown)]?.add(kind);
  if (!isImported && seconds) {
    const code = codeOfMinutes(roundDuration(seconds * 1000));
    tally.all.durations.add(code);
    owner.durations.add(code);
  }
  increase(tally.days, Math.floor((shown - firstDay) / DAY_MS));
  increase(tally.passed, passed | (1 << estado));
  for (let step = 0; step < tally.steps.length; step++) {
    const took = row[FIRST_STEP + step] as number | null;
    if (took !== null) tally.steps[step]?.add(codeOfMinutes(roundDuration(took * MINUTE_MS)));
  }
  if (estado === LOST) increase(tally.reasons, placeIn(LOST_REASONS, lost_reason));
  increase(tally.values.of(`${placeIn(BILLINGS, billing)}${plan ?? ''}`), estado);
}

function increase(counts: Int32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}

/** A value's place in a list that begins at 1; 0 for none. */
function placeIn(values: readonly string[], value: string | null): number {
  return value === null ? 0 : values.indexOf(value) + 1;
}
