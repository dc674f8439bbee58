import { formatDay } from '../leads/days';
import { CALL_OUTCOMES, OPEN_STATUSES, type OpenStatus } from '../leads/enums';
import { leadStrings } from '../strings/leads';
import { numberStrings as strings } from '../strings/numbers';
import { describeMinutes } from './duration';
import { rankByBacklog } from './help';
import type { Count, Crossing, Minutes, Report, Slice, Value, WonDay } from './report';

/** Words, a plain number, or a count that opens its list. */
export type Cell = string | number | Count;
export type ReportTable = { heads: string[]; rows: Cell[][] };
export const TABLES = Object.keys(strings.sections) as (keyof typeof strings.sections)[];
export type TableName = (typeof TABLES)[number];

const { heads } = strings;
/** Stands in for a missing duration. */
const UNKNOWN = '–';
const took = (minutes: Minutes) => (minutes === null ? UNKNOWN : describeMinutes(minutes));

/** Each column's head beside what its cells show of a row. */
function makeTable<Row>(rows: Row[], columns: [head: string, cell: (row: Row) => Cell][]): ReportTable {
  return {
    heads: columns.map(([head]) => head),
    rows: rows.map((row) => columns.map(([, cell]) => cell(row))),
  };
}

/** The numbers behind each plot of a report. */
export function tablesOf(report: Report): Record<TableName, ReportTable> {
  return {
    response: { heads: [heads.measure, heads.now, heads.previous], rows: describeResponse(report.response) },
    won: describeDays(report.won.days),
    lying: {
      heads: [heads.what, heads.leads],
      rows: [
        [heads.overdue, report.lying.overdue],
        [heads.waiting, report.lying.waiting],
        ...(report.lying.awaiting ? [[heads.awaiting, report.lying.awaiting]] : []),
        [leadStrings.owner.nobody, report.lying.nobody],
      ],
    },
    help: makeTable(rankByBacklog(report), [
      [heads.owner, ({ name }) => name],
      [heads.overdue, ({ overdue }) => overdue],
      [heads.waiting, ({ waiting }) => waiting],
      [heads.median, ({ median_minutes }) => took(median_minutes)],
    ]),
    days: makeTable(report.arrivals.days, [
      [heads.day, ({ day }) => formatDay(day)],
      [heads.enquiries, (count) => count],
      [heads.mean, ({ week_mean }) => week_mean],
    ]),
    hours: makeTable(
      report.heatmap.filter(({ total }) => total > 0),
      [
        [heads.weekday, ({ weekday }) => strings.weekdaysShort[weekday - 1] ?? ''],
        [heads.hour, ({ hour }) => `${hour} h`],
        [heads.enquiries, (count) => count],
        [heads.within60, ({ within_60 }) => within_60],
        [heads.never, ({ never }) => never],
      ],
    ),
    value: describeValue(report.won),
    forecast: describeForecast(report),
    funnel: makeTable(report.funnel, [
      [heads.estado, ({ estado }) => leadStrings.statuses[estado]],
      [heads.standing, ({ standing }) => standing],
      [heads.reached, ({ reached }) => reached],
      [heads.reachedBefore, ({ reached_before }) => reached_before],
      [heads.step, ({ median_minutes }) => took(median_minutes)],
    ]),
    cohorts: makeTable(report.cohorts, [
      [heads.week, ({ week }) => formatDay(week)],
      [heads.age, ({ age_days }) => age_days],
      [heads.reached, (count) => count],
      [heads.wonOnes, ({ won }) => won],
      [heads.lost, ({ lost }) => lost],
      [heads.open, ({ open }) => open],
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
    losses: {
      heads: [heads.after, heads.reason, heads.leads, heads.days],
      rows: report.losses.flatMap((loss): Cell[][] => {
        const after = leadStrings.statuses[loss.after];
        return [
          [after, strings.allReasons, loss, loss.median_days ?? UNKNOWN],
          ...loss.reasons.map((reason): Cell[] => [after, reason.name, reason, UNKNOWN]),
        ];
      }),
    },
    calls: makeTable(report.calls.by_owner, [
      [heads.owner, ({ name }) => name],
      ...CALL_OUTCOMES.map((outcome): [string, (owner: CallsOfOwner) => Cell] => [
        leadStrings.attempt.outcomes[outcome],
        (owner) => owner[outcome],
      ]),
    ]),
    countries: describeSlices(report.by_country),
    types: describeSlices(report.by_type),
    plans: describeSlices(report.by_plan),
    sources: describeSlices(report.by_source),
    vias: describeSlices(report.by_via),
    crossing: describeCrossing(report.crossing),
  };
}

type CallsOfOwner = Report['calls']['by_owner'][number];

/** Each day with a running total. */
function describeDays(days: WonDay[]): ReportTable {
  let soFar = 0;
  return makeTable(days, [
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
  ]);
}

function describeForecast({ forecast, won: { in_play } }: Report): ReportTable {
  const { heads: titles, rows } = makeTable(forecast?.steps ?? [], [
    [heads.estado, ({ estado }) => leadStrings.statuses[estado]],
    [heads.open, (step) => step],
    [heads.monthly, ({ monthly }) => monthly],
    [heads.ended, ({ ended }) => ended],
    [heads.wonOfEnded, ({ won }) => won],
    [heads.part, ({ part }) => (part === null ? UNKNOWN : `${Math.round(part * 100)} %`)],
    [heads.expected, ({ part, monthly }) => (part === null ? UNKNOWN : Math.round(monthly * part))],
  ]);
  const expected = forecast
    ? `${Math.round(forecast.expected)} (${Math.round(forecast.low)} a ${Math.round(forecast.high)})`
    : UNKNOWN;
  const total = [strings.crossing.total, in_play, in_play.monthly, UNKNOWN, UNKNOWN, UNKNOWN, expected];
  return { heads: titles, rows: [...rows, total] };
}

function describeCrossing({ rows, heads: columns, lines }: Crossing): ReportTable {
  const { total, wonOf } = strings.crossing;
  return {
    heads: [strings.dimensions[rows], ...columns.flatMap(({ name }) => [name, wonOf(name)]), total, wonOf(total)],
    rows: lines.map((line): Cell[] => [
      line.name,
      ...line.cells.flatMap((cell): Cell[] => [cell, cell.won]),
      line,
      line.won,
    ]),
  };
}

function describeSlices(slices: Slice[]): ReportTable {
  return makeTable(slices, [
    [heads.name, ({ name }) => name],
    [heads.enquiries, (count) => count],
    [heads.contacted, ({ contacted }) => contacted],
    [heads.won, ({ won }) => won],
  ]);
}

function describeResponse({ before, ...now }: Report['response']): Cell[][] {
  const { response } = strings;
  return [
    [response.median, took(now.median_minutes), took(before.median_minutes)],
    [response.p90, took(now.p90_minutes), took(before.p90_minutes)],
    [response.within5, now.within_5, before.within_5],
    [response.within60, now.within_60, before.within_60],
    [response.later, now.later, before.later],
    [response.never, now.never, before.never],
  ];
}

function describeValue({ by_plan }: Report['won']): ReportTable {
  const pairOf = (
    estado: 'ganado' | OpenStatus,
    value: (plan: PlanValue) => Value,
  ): [string, (plan: PlanValue) => Cell][] => {
    const name = leadStrings.statuses[estado];
    return [
      [name, value],
      [`${name}, ${heads.monthly}`, (plan) => value(plan).monthly],
    ];
  };
  return makeTable(by_plan, [
    [heads.plan, ({ name }) => name],
    ...pairOf('ganado', ({ won }) => won),
    ...OPEN_STATUSES.toReversed().flatMap((estado) => pairOf(estado, ({ standing }) => standing[estado])),
  ]);
}

type PlanValue = Report['won']['by_plan'][number];
