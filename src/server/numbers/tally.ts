import { addDays, daysBetween, startOfDay } from '~/shared/leads/days';
import { type ClientType, type LeadCountry, type LeadStatus, type LostReason, NONE } from '~/shared/leads/enums';
import { RESPONSE_MINUTES } from '~/shared/leads/filters';
import { makeClock } from '~/shared/numbers/clock';
import { roundDuration } from '~/shared/numbers/duration';
import { periodBefore, type ReportRequest } from '~/shared/numbers/schema';
import { query } from '../database/connection';
import { Worth } from './worth';

const DAY_MS = 24 * 3_600_000;

/** Counts of some enquiries, and how long their first contact took. */
export class Group {
  total = 0;
  won = 0;
  /** Contacted after they came: one contacted before has no response time. */
  contacted = 0;
  within_5 = 0;
  within_60 = 0;
  never = 0;
  /** How many took how many minutes, rounded. */
  readonly #took = new Map<number, number>();

  add(isWon: boolean, answered_in: number | null): void {
    this.total++;
    if (isWon) this.won++;
    if (answered_in === null) this.never++;
    if (!answered_in) return;
    this.contacted++;
    if (answered_in <= RESPONSE_MINUTES['5m'] * 60) this.within_5++;
    if (answered_in <= RESPONSE_MINUTES['60m'] * 60) this.within_60++;
    const minutes = roundDuration(answered_in * 1000);
    this.#took.set(minutes, (this.#took.get(minutes) ?? 0) + 1);
  }

  /** The shortest response time, in minutes, that at least this share did not exceed. */
  quantile(part: number): number | null {
    let left = Math.ceil(this.contacted * part);
    for (const [minutes, many] of [...this.#took].sort(([one], [other]) => one - other)) {
      left -= many;
      if (left <= 0) return minutes;
    }
    return null;
  }
}

const DIMENSIONS = ['source', 'owner', 'country', 'type', 'plan', 'via', 'reason'] as const;
/** `reason` is that of the lost ones. */
export type Dimension = (typeof DIMENSIONS)[number];
type Groups = Map<string | null, Group>;

/** What a report counts about a period's enquiries. */
export class Tally {
  all = new Group();
  /** Imported leads are counted nowhere else. */
  imported = 0;
  won = new Worth();
  by = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, new Map()])) as Record<Dimension, Groups>;
  days: number[];

  constructor(days: number) {
    this.days = Array.from({ length: days }, () => 0);
  }
}

/** Rows per read: with more, garbage collection costs more; with fewer, the statement does. */
const ROWS_PER_READ = 4000;

/** What reports read of a lead, all from one covering index. A tuple, which takes half the time of an object. */
type TallyRow = [
  created_at: string,
  id: number,
  estado: LeadStatus,
  pais: LeadCountry | null,
  client_type: ClientType | null,
  owner_id: string | null,
  source: string,
  plan: string | null,
  billing: string | null,
  lost_reason: LostReason | null,
  answered_in: number | null,
  is_imported: 0 | 1,
  via: string | null,
];

type Part = { created_at: string; id: number; until: string; limit: number };

/** The next leads after a keyset cursor and before a moment; read them `raw`. */
const selectTallyRows = query<[Part], TallyRow>(
  `SELECT created_at, id, estado, pais, client_type, owner_id, source, plan, billing, lost_reason, answered_in,
     import_id IS NOT NULL, via
   FROM leads INDEXED BY leads_scan
   WHERE deleted_at IS NULL AND (created_at, id) > (:created_at, :id) AND created_at < :until
   ORDER BY created_at, id LIMIT :limit`,
);

/** Tallies, in one pass, a report's period and the one just before, which has totals only. */
export function tallyPeriods({ period, tz, owner }: ReportRequest): { before: Tally; now: Tally } {
  const before = periodBefore(period);
  const only = owner === NONE ? null : owner;
  const middle = startOfDay(period.from, tz);
  const until = startOfDay(addDays(period.to, 1), tz);
  const clock = makeClock(tz);
  const firstDay = Date.parse(before.from);
  const days = daysBetween(period.from, period.to) + 1;
  const tallies = { before: new Tally(days), now: new Tally(days) };
  let cursor = { created_at: startOfDay(before.from, tz), id: 0 };
  for (;;) {
    const rows = selectTallyRows()
      .raw()
      .all({ ...cursor, until, limit: ROWS_PER_READ });
    for (const [
      created_at,
      ,
      estado,
      country,
      type,
      owner_id,
      source,
      plan,
      billing,
      reason,
      answered_in,
      is_imported,
      via,
    ] of rows) {
      if (only !== undefined && owner_id !== only) continue;
      const isNow = created_at >= middle;
      const tally = isNow ? tallies.now : tallies.before;
      if (is_imported) {
        tally.imported++;
        continue;
      }
      const isWon = estado === 'ganado';
      const count = (groups: Groups, value: string | null) => {
        const group = groups.get(value) ?? new Group();
        groups.set(value, group);
        group.add(isWon, answered_in);
      };
      const day = Math.floor((clock(Date.parse(created_at)) - firstDay) / DAY_MS) % days;
      tally.days[day] = (tally.days[day] ?? 0) + 1;
      tally.all.add(isWon, answered_in);
      if (isWon) tally.won.add(plan, billing);
      if (!isNow) continue;
      count(tally.by.source, source);
      count(tally.by.owner, owner_id);
      count(tally.by.country, country);
      count(tally.by.type, type);
      count(tally.by.plan, plan);
      count(tally.by.via, via);
      if (estado === 'perdido') count(tally.by.reason, reason);
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_PER_READ) return tallies;
    const [created_at, id] = last;
    cursor = { created_at, id };
  }
}
