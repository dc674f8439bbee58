import { formatDay } from '../leads/days';
import { CALL_OUTCOMES } from '../leads/enums';
import { leadStrings } from '../strings/leads';
import { numberStrings as strings } from '../strings/numbers';
import { describeMinutes } from './duration';
import { rankByBacklog } from './help';
import type { Count, Crossing, Minutes, OwnerSlice, Report, Slice, Value, WonDay } from './report';

/** Words, a plain number, or a count that opens its list. */
export type Cell = string | number | Count;
export type ReportTable = { heads: string[]; rows: Cell[][] };
export const TABLES = Object.keys(strings.sections) as (keyof typeof strings.sections)[];
export type TableName = (typeof TABLES)[number];

const { heads } = strings;
/** Stands in for a missing duration. */
const UNKNOWN = '–';
const took = (minutes: Minutes) => (minutes === null ? UNKNOWN : describeMinutes(minutes));

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
    help: {
      heads: [heads.owner, heads.overdue, heads.waiting, heads.median],
      rows: rankByBacklog(report).map(({ name, overdue, waiting, median_minutes }) => [
        name,
        overdue,
        waiting,
        took(median_minutes),
      ]),
    },
    days: {
      heads: [heads.day, heads.enquiries, heads.mean],
      rows: report.arrivals.days.map((day) => [formatDay(day.day), day, day.week_mean]),
    },
    hours: {
      heads: [heads.weekday, heads.hour, heads.enquiries, heads.within60, heads.never],
      rows: report.heatmap
        .filter(({ total }) => total > 0)
        .map((cell) => [
          strings.weekdaysShort[cell.weekday - 1] ?? '',
          `${cell.hour} h`,
          cell,
          cell.within_60,
          cell.never,
        ]),
    },
    value: describeValue(report.won),
    forecast: describeForecast(report),
    funnel: {
      heads: [heads.estado, heads.standing, heads.reached, heads.reachedBefore, heads.step],
      rows: report.funnel.map(({ estado, standing, reached, reached_before, median_minutes }) => [
        leadStrings.statuses[estado],
        standing,
        reached,
        reached_before,
        took(median_minutes),
      ]),
    },
    cohorts: {
      heads: [heads.week, heads.age, heads.reached, heads.wonOnes, heads.lost, heads.open],
      rows: report.cohorts.map((cohort) => [
        formatDay(cohort.week),
        cohort.age_days,
        cohort,
        cohort.won,
        cohort.lost,
        cohort.open,
      ]),
    },
    owners: describeOwners(report.by_owner),
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
    calls: {
      heads: [heads.owner, ...CALL_OUTCOMES.map((outcome) => leadStrings.attempt.outcomes[outcome])],
      rows: report.calls.by_owner.map((owner) => [
        owner.name,
        ...CALL_OUTCOMES.map((outcome) => owner[outcome]),
      ]),
    },
    countries: describeSlices(report.by_country),
    types: describeSlices(report.by_type),
    plans: describeSlices(report.by_plan),
    sources: describeSlices(report.by_source),
    vias: describeSlices(report.by_via),
    crossing: describeCrossing(report.crossing),
  };
}

/** Each day with a running total. */
function describeDays(days: WonDay[]): ReportTable {
  let soFar = 0;
  return {
    heads: [heads.day, heads.wonOnes, heads.monthly, heads.soFar],
    rows: days.map((day) => {
      soFar += day.monthly;
      return [formatDay(day.day), day, day.monthly, soFar];
    }),
  };
}

function describeOwners(owners: OwnerSlice[]): ReportTable {
  return {
    heads: [
      heads.owner,
      heads.had,
      heads.contacted,
      heads.won,
      heads.median,
      heads.overdue,
      heads.waiting,
      heads.contacts,
    ],
    rows: owners.map((owner) => [
      owner.name,
      owner.had,
      owner.contacted,
      owner.won,
      took(owner.median_minutes),
      owner.overdue,
      owner.waiting,
      owner.contacts ?? UNKNOWN,
    ]),
  };
}

function describeForecast({ forecast, won: { in_play } }: Report): ReportTable {
  const steps = (forecast?.steps ?? []).map((step): Cell[] => [
    leadStrings.statuses[step.estado],
    step,
    step.monthly,
    step.ended,
    step.won,
    step.part === null ? UNKNOWN : `${Math.round(step.part * 100)} %`,
    step.part === null ? UNKNOWN : Math.round(step.monthly * step.part),
  ]);
  const expected = forecast
    ? `${Math.round(forecast.expected)} (${Math.round(forecast.low)} a ${Math.round(forecast.high)})`
    : UNKNOWN;
  return {
    heads: [
      heads.estado,
      heads.open,
      heads.monthly,
      heads.ended,
      heads.wonOfEnded,
      heads.part,
      heads.expected,
    ],
    rows: [...steps, [strings.crossing.total, in_play, in_play.monthly, UNKNOWN, UNKNOWN, UNKNOWN, expected]],
  };
}

function describeCrossing({ rows, heads: columns, lines }: Crossing): ReportTable {
  const { total, wonOf } = strings.crossing;
  return {
    heads: [
      strings.dimensions[rows],
      ...columns.flatMap(({ name }) => [name, wonOf(name)]),
      total,
      wonOf(total),
    ],
    rows: lines.map((line): Cell[] => [
      line.name,
      ...line.cells.flatMap((cell): Cell[] => [cell, cell.won]),
      line,
      line.won,
    ]),
  };
}

function describeSlices(slices: Slice[]): ReportTable {
  return {
    heads: [heads.name, heads.enquiries, heads.contacted, heads.won],
    rows: slices.map((slice) => [slice.name, slice, slice.contacted, slice.won]),
  };
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

function describeValue(won: Report['won']): ReportTable {
  const { statuses } = leadStrings;
  const pair = (value: Value): Cell[] => [value, value.monthly];
  return {
    heads: [
      heads.plan,
      ...[statuses.ganado, statuses.en_seguimiento, statuses.contactado, statuses.nuevo].flatMap((name) => [
        name,
        `${name}, ${heads.monthly}`,
      ]),
    ],
    rows: won.by_plan.map(({ name, won, standing }) => [
      name,
      ...pair(won),
      ...pair(standing.en_seguimiento),
      ...pair(standing.contactado),
      ...pair(standing.nuevo),
    ]),
  };
}
