import { formatDay } from '../leads/days';
import { leadStrings } from '../strings/leads';
import { numberStrings as strings } from '../strings/numbers';
import { describeMinutes } from './duration';
import type { Count, Report, Slice } from './report';

/** Words, a plain number, or a count that opens its list. */
export type Cell = string | number | Count;
export type ReportTable = { heads: string[]; rows: Cell[][] };

const { heads, response: names } = strings;
/** Stands in for a missing duration. */
const UNKNOWN = '–';
const took = (minutes: number | null) => (minutes === null ? UNKNOWN : describeMinutes(minutes));

/** Each column's head beside what its cells show of a row. */
function makeTable<Row>(rows: Row[], columns: [head: string, cell: (row: Row) => Cell][]): ReportTable {
  return {
    heads: columns.map(([head]) => head),
    rows: rows.map((row) => columns.map(([, cell]) => cell(row))),
  };
}

/** Where enquiries come from, by each dimension. */
export const slicesOf = (report: Report) => ({
  sources: report.by_source,
  countries: report.by_country,
  types: report.by_type,
  plans: report.by_plan,
  vias: report.by_via,
  people: report.by_owner
    .filter(({ had }) => had.total > 0)
    .map(({ owner_id, name, had, contacted, won }): Slice => ({ ...had, value: owner_id, name, contacted, won })),
});

export type SliceName = keyof ReturnType<typeof slicesOf>;

export function mapSlices<Result>(report: Report, describe: (slices: Slice[], name: SliceName) => Result) {
  const all = Object.entries(slicesOf(report)) as [SliceName, Slice[]][];
  return Object.fromEntries(all.map(([name, slices]) => [name, describe(slices, name)])) as Record<SliceName, Result>;
}

/** The numbers of a report, in the order of its files. */
export function tablesOf(report: Report) {
  const { before, ...now } = report.response;
  const { lying } = report;
  const lost = report.lost_reasons.reduce((sum, { total }) => sum + total, 0);
  let soFar = 0;
  return {
    response: {
      heads: [heads.measure, heads.now, heads.previous],
      rows: [
        [names.median, took(now.median_minutes), took(before.median_minutes)],
        [names.p90, took(now.p90_minutes), took(before.p90_minutes)],
        [names.within5, now.within_5, before.within_5],
        [names.within60, now.within_60, before.within_60],
        [names.later, now.later, before.later],
        [names.never, now.never, before.never],
      ],
    },
    wonDays: makeTable(report.won.days, [
      [heads.day, ({ day }) => formatDay(day)],
      [heads.wonOnes, (won) => won],
      [heads.monthly, ({ monthly }) => monthly],
      [
        heads.soFar,
        ({ monthly }) => {
          soFar += monthly;
          return soFar;
        },
      ],
    ]),
    lying: {
      heads: [heads.what, heads.leads],
      rows: [
        [heads.overdue, lying.overdue],
        [heads.waiting, lying.waiting],
        ...(lying.awaiting ? [[heads.awaiting, lying.awaiting]] : []),
        [leadStrings.owner.nobody, lying.nobody],
      ],
    },
    days: makeTable(report.arrivals.days, [
      [heads.day, ({ day }) => formatDay(day)],
      [heads.enquiries, (count) => count],
      [heads.mean, ({ week_mean }) => week_mean],
    ]),
    owners: makeTable(report.by_owner, [
      [heads.owner, ({ name }) => name],
      [heads.had, ({ had }) => had],
      [heads.contacted, ({ contacted }) => contacted],
      [heads.won, ({ won }) => won],
      [heads.median, ({ median_minutes }) => took(median_minutes)],
      [heads.overdue, ({ overdue }) => overdue],
      [heads.waiting, ({ waiting }) => waiting],
      [heads.contacts, ({ contacts }) => contacts ?? UNKNOWN],
    ]),
    value: makeTable(report.won.by_plan, [
      [heads.plan, ({ name }) => name],
      [heads.wonOnes, ({ won }) => won],
      [heads.monthly, ({ won }) => won.monthly],
    ]),
    reasons: makeTable(report.lost_reasons, [
      [heads.reason, ({ name }) => name],
      [heads.lost, (count) => count],
      [heads.part, ({ total }) => `${Math.round((total * 100) / lost)} %`],
    ]),
    ...mapSlices(report, describeSlices),
  } satisfies Partial<Record<keyof typeof strings.sections, ReportTable>>;
}
export type TableName = keyof ReturnType<typeof tablesOf>;

function describeSlices(slices: Slice[]): ReportTable {
  return makeTable(slices, [
    [heads.name, ({ name }) => name],
    [heads.enquiries, (count) => count],
    [heads.contacted, ({ contacted }) => contacted],
    [heads.won, ({ won }) => won],
  ]);
}
