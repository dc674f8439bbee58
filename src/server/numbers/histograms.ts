import { LEAD_STATUSES, LOST_REASONS } from '~/shared/leads/enums';
import { RESPONSE_MINUTES } from '~/shared/leads/filters';
import { decodeMinutes } from '~/shared/numbers/duration';
import type { Minutes } from '~/shared/numbers/report';

const LIMITS = { 5: RESPONSE_MINUTES['5m'] * 60, 60: RESPONSE_MINUTES['60m'] * 60 };

/** Codes beyond, of more than two years, count as the last. */
const MAX_CODES = 1024;

/** A histogram of durations by code, for quantiles. */
export class Durations {
  #counts = new Int32Array(MAX_CODES);

  add(code: number): void {
    const at = code < MAX_CODES ? code : MAX_CODES - 1;
    this.#counts[at] = (this.#counts[at] as number) + 1;
  }

  /** The quantile: the shortest duration that at least this share does not exceed. */
  at(part: number): Minutes {
    const total = this.#counts.reduce((sum, count) => sum + count, 0);
    if (total === 0) return null;
    let left = Math.ceil(total * part);
    let code = -1;
    while (left > 0) left -= this.#counts[++code] ?? 0;
    return decodeMinutes(code);
  }
}

/** Response time classes. A lead contacted before it came has no answer. */
const [NO_ANSWER, IN_5, IN_60, LATER, NEVER] = [0, 1, 2, 3, 4] as const;
export const ANSWERS = 5;

/** A histogram by status and response class: one increment per lead, whatever is asked later. */
export class Group {
  #counts = new Int32Array(LEAD_STATUSES.length * ANSWERS);

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
    return this.#sum((_, answer) => answer !== NO_ANSWER && answer !== NEVER);
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

  /** Leads now in a status, `nuevo` being 0. */
  standing(status: number): number {
    return this.#sum((each) => each === status);
  }
}

/** The class of a response time in seconds: 0 for a lead contacted before it came, null for none yet. */
export function answerOf(seconds: number | null): number {
  if (seconds === 0) return NO_ANSWER;
  if (seconds === null) return NEVER;
  if (seconds <= LIMITS[5]) return IN_5;
  return seconds <= LIMITS[60] ? IN_60 : LATER;
}

/** A map that creates missing values. */
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

export class Slices extends Groups<string | null, Group> {
  constructor() {
    super(() => new Group());
  }
}

/** Leads lost after one step: how long they had been there, and by reason (0 is none). */
export class Losses {
  durations = new Durations();
  reasons = new Int32Array(LOST_REASONS.length + 1);

  get total(): number {
    return this.reasons.reduce((sum, count) => sum + count, 0);
  }
}
