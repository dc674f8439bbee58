import { startOfDay } from '~/shared/leads/days';
import { ANSWER_MINUTES } from '~/shared/leads/filters';
import { LEAD_STATUSES } from '~/shared/leads/lead';
import { hourOfWeek, makeClock } from '~/shared/numbers/clock';
import { codeOfMinutes, minutesOfCode, roundDuration } from '~/shared/numbers/duration';
import type { Minutes, Period } from '~/shared/numbers/report';
import { storePacksSoon } from '../leads/packs/keep-packs';
import { arrivalOf } from '../leads/packs/match-packed';
import { Names } from '../leads/packs/names';
import { NEVER_ANSWERED, reader, STEPS, stepCode, WORDS } from '../leads/packs/packing';
import { readPacks } from '../leads/packs/read-packs';

const DAY_MS = 24 * 3_600_000;
const HOURS = 7 * 24;
const STATUSES = LEAD_STATUSES.length;
const LIMITS = { 5: ANSWER_MINUTES['5m'] * 60, 60: ANSWER_MINUTES['60m'] * 60 };

const read = {
  estado: reader('estado'),
  imported: reader('imported'),
  reached: reader('reached'),
  billing: reader('billing'),
  lost_reason: reader('lost_reason'),
  pais: reader('pais'),
  client_type: reader('client_type'),
  owner: reader('owner'),
  source: reader('source'),
  plan: reader('plan'),
  answered: reader('answered'),
};

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

/** How soon a lead was contacted; who came with a file is no enquiry. */
const [IMPORTED, IN_5, IN_60, LATER, NEVER] = [0, 1, 2, 3, 4] as const;
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
    return this.#sum((_, answer) => answer !== IMPORTED && answer !== NEVER);
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

function answerOf(isEnquiry: boolean, seconds: number): number {
  if (!isEnquiry) return IMPORTED;
  if (seconds <= LIMITS[5]) return IN_5;
  if (seconds <= LIMITS[60]) return IN_60;
  return seconds === NEVER_ANSWERED ? NEVER : LATER;
}

/** Everything that a report counts of those who came in a period. */
export class Tally {
  all = new TimedGroup();
  /** By all the statuses that a lead has had, as bits. */
  passed = new Int32Array(2 ** STATUSES);
  steps = STEPS.map(() => new Durations());
  countries = new Groups<number>();
  types = new Groups<number>();
  sources = new Groups<string>();
  plans = new Groups<string>();
  owners = new Map<string, TimedGroup>();
  /** By plan, way of paying and status. */
  values = new Map<string, Int32Array>();
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

export class Groups<Key> extends Map<Key, Group> {
  of(key: Key): Group {
    let group = this.get(key);
    if (!group) {
      group = new Group();
      this.set(key, group);
    }
    return group;
  }
}

/** Counts, of one reading, those who came in each of two periods that follow each other. */
export async function tallyPeriods(
  before: Period,
  period: Period,
  tz: string,
  signal?: AbortSignal,
): Promise<{ before: Tally; now: Tally }> {
  const moment = (day: string) => startOfDay(day, tz);
  const since = moment(before.from);
  const turn = Date.parse(moment(period.from));
  const until = moment(nextDay(period.to));
  const clock = makeClock(tz, Date.parse(since), Date.parse(until));
  const names = new Names();
  const [from, end] = [Date.parse(since), Date.parse(until)];
  const tallies = { before: new Tally(daysOf(before)), now: new Tally(daysOf(period)) };
  const firstDays = { before: Date.parse(before.from), now: Date.parse(period.from) };
  const counters = {
    before: makeCounter(tallies.before, names, firstDays.before),
    now: makeCounter(tallies.now, names, firstDays.now),
  };
  const made = await readPacks({ since, until, signal }, names, ({ words }) => {
    for (let at = 0; at < words.length; at += WORDS) {
      const came = arrivalOf(words, at);
      if (came < from || came >= end) continue;
      (came < turn ? counters.before : counters.now)(words, at, clock(came));
    }
  });
  storePacksSoon(made);
  return tallies;
}

const nextDay = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
const daysOf = ({ from, to }: Period) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Returns what adds one packed lead, which came at what a clock showed, to a tally. */
function makeCounter(tally: Tally, names: Names, firstDay: number) {
  /** By the names' numbers, so that no text is looked up for each lead. */
  const sources: Group[] = [];
  const plans: Group[] = [];
  const owners: TimedGroup[] = [];
  const countries: Group[] = [];
  const types: Group[] = [];
  const values: Int32Array[] = [];
  return (words: Uint32Array, at: number, shown: number): void => {
    const estado = read.estado(words, at) - 1;
    const plan = read.plan(words, at);
    const isEnquiry = read.imported(words, at) === 0;
    const seconds = read.answered(words, at);
    const isContacted = seconds !== NEVER_ANSWERED;

    const owner = read.owner(words, at);
    owners[owner] ??= ownerOf(tally, names.nameOf(owner));
    const source = read.source(words, at);
    sources[source] ??= tally.sources.of(names.nameOf(source));
    plans[plan] ??= tally.plans.of(names.nameOf(plan));
    const pais = read.pais(words, at);
    countries[pais] ??= tally.countries.of(pais);
    const type = read.client_type(words, at);
    types[type] ??= tally.types.of(type);

    const kind = estado * ANSWERS + answerOf(isEnquiry, seconds);
    tally.all.add(kind);
    owners[owner].add(kind);
    sources[source].add(kind);
    plans[plan].add(kind);
    countries[pais].add(kind);
    types[type].add(kind);
    tally.hours[hourOfWeek(shown)]?.add(kind);
    if (isEnquiry && isContacted) {
      const code = codeOfMinutes(roundDuration(seconds * 1000));
      tally.all.durations.add(code);
      owners[owner].durations.add(code);
    }

    const day = Math.floor((shown - firstDay) / DAY_MS);
    tally.days[day] = (tally.days[day] ?? 0) + 1;
    const reached = read.reached(words, at);
    tally.passed[reached] = (tally.passed[reached] ?? 0) + 1;
    for (let index = 0; index < STEPS.length; index++) {
      const took = stepCode(words, at, STEPS[index] as (typeof STEPS)[number]);
      if (took !== undefined) tally.steps[index]?.add(took);
    }
    if (estado === LOST) {
      const reason = read.lost_reason(words, at);
      tally.reasons[reason] = (tally.reasons[reason] ?? 0) + 1;
    }
    const key = plan * 4 + read.billing(words, at);
    values[key] ??= valuesOf(tally, names.nameOf(plan), read.billing(words, at));
    const standing = values[key];
    standing[estado] = (standing[estado] ?? 0) + 1;
  };
}

const LOST = LEAD_STATUSES.indexOf('perdido');

function ownerOf({ owners }: Tally, name: string): TimedGroup {
  const known = owners.get(name) ?? new TimedGroup();
  owners.set(name, known);
  return known;
}

function valuesOf({ values }: Tally, plan: string, billing: number): Int32Array {
  const key = JSON.stringify([plan, billing]);
  const known = values.get(key) ?? new Int32Array(STATUSES);
  values.set(key, known);
  return known;
}
