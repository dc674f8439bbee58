import { scaleBand, scaleLinear } from 'd3-scale';
import { curveMonotoneX, line } from 'd3-shape';
import { describeNumber } from '~/shared/counts';
import { formatDay } from '~/shared/leads/days';
import { fromQuery, toQuery } from '~/shared/leads/filter-params';
import type { DayCount } from '~/shared/numbers/report';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { Chart } from './Chart';
import { hrefOf } from './CountLink';

/** Beyond this many days a bar is a week. */
const MAX_DAILY_BARS = 92;
/** Beyond this many bars the gaps are narrower. */
const MANY_BARS = 45;
const WEEK = 7;

/** Enquiries per day, or per week of a long time, as bars; their seven-day mean as a line. */
export function DayPlot({ days }: { days: DayCount[] }) {
  const bars = days.length > MAX_DAILY_BARS ? joinWeeks(days) : days;
  const y = scaleLinear()
    .domain([0, Math.max(2, ...bars.map(({ total, week_mean }) => Math.max(total, week_mean)))])
    .nice(2)
    .range([100, 0]);
  const x = scaleBand<string>()
    .domain(bars.map(({ day }) => day))
    .range([0, 100])
    .padding(bars.length > MANY_BARS ? 0.15 : 0.3);
  const mean = line<DayCount>(
    ({ day }) => (x(day) ?? 0) + x.bandwidth() / 2,
    ({ week_mean }) => y(week_mean),
  ).curve(curveMonotoneX);
  return (
    <>
      <p className="plot-legend">
        <span className="plot-key plot-bar" />
        {bars === days ? strings.daily : strings.weekly}
        <span className="plot-key plot-key-line" />
        {strings.heads.mean}
      </p>
      <Chart scale={[describeNumber(y.domain()[1] ?? 0), '0']} names={bars.map(({ day }) => shortDay(day))}>
        {bars.map((bar) => (
          <a key={bar.day} href={hrefOf(bar)} tabIndex={-1}>
            <title>{`${formatDay(bar.day)}: ${describeNumber(bar.total)}`}</title>
            <rect x={x(bar.day)} width={x.step()} height="100" className="fill-transparent" />
            <rect
              x={x(bar.day)}
              y={y(bar.total)}
              width={x.bandwidth()}
              height={100 - y(bar.total)}
              className="plot-bar"
            />
          </a>
        ))}
        <path d={mean(bars) ?? ''} className="plot-mean" />
      </Chart>
    </>
  );
}

/** 'dd/mm'. */
export const shortDay = (day: string): string => formatDay(day).slice(0, 5);

/** Seven days as one bar, which links to all of their leads. */
function joinWeeks(days: DayCount[]): DayCount[] {
  const weeks: DayCount[] = [];
  for (let start = 0; start < days.length; start += WEEK) {
    const week = days.slice(start, start + WEEK);
    const [first, last] = [week[0], week.at(-1)];
    if (!first || !last) continue;
    weeks.push({
      day: first.day,
      total: week.reduce((sum, { total }) => sum + total, 0),
      week_mean: last.week_mean * week.length,
      query: toQuery({ ...fromQuery(first.query), to: last.day }),
    });
  }
  return weeks;
}
