import { CALL_OUTCOMES } from '../leads/contact';
import { writeDay } from '../leads/days';
import { leadStrings } from '../strings/leads';
import { numberStrings as strings } from '../strings/numbers';
import { describeMinutes } from './duration';
import type { Count, Minutes, Report, Slice, Value } from './report';

/** A cell: words, a plain number, or a count that opens its list. */
export type Cell = string | number | Count;
export type ReportTable = { heads: string[]; rows: Cell[][] };
export const TABLES = Object.keys(strings.sections) as (keyof typeof strings.sections)[];
export type TableName = (typeof TABLES)[number];

const { heads } = strings;
/** In the place of a duration that nobody has. */
const UNKNOWN = '–';
const took = (minutes: Minutes) => (minutes === null ? UNKNOWN : describeMinutes(minutes));

/** The numbers behind each plot of a report. */
export function tablesOf(report: Report): Record<TableName, ReportTable> {
  return {
    days: {
      heads: [heads.day, heads.enquiries, heads.mean],
      rows: report.arrivals.days.map((day) => [writeDay(day.day), day, day.week_mean]),
    },
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
    response: { heads: [heads.measure, heads.now, heads.previous], rows: describeResponse(report.response) },
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
    countries: describeSlices(report.by_country),
    sources: describeSlices(report.by_source),
    types: describeSlices(report.by_type),
    plans: describeSlices(report.by_plan),
    vias: describeSlices(report.by_via),
    owners: {
      heads: [heads.owner, heads.had, heads.contacted, heads.won, heads.median, heads.overdue],
      rows: report.by_owner.map(({ name, had, contacted, won, median_minutes, overdue }) => [
        name,
        had,
        contacted,
        won,
        took(median_minutes),
        overdue,
      ]),
    },
    calls: {
      heads: [heads.owner, ...CALL_OUTCOMES.map((outcome) => leadStrings.attempt.outcomes[outcome])],
      rows: report.calls.by_owner.map((owner) => [
        owner.name,
        ...CALL_OUTCOMES.map((outcome) => owner[outcome]),
      ]),
    },
    reasons: {
      heads: [heads.reason, heads.enquiries],
      rows: report.lost_reasons.map((reason) => [reason.name, reason]),
    },
    value: describeValue(report.won),
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
