import { scaleBand, scaleLinear } from 'd3-scale';
import { curveMonotoneX, line } from 'd3-shape';
import { writeDay } from '~/shared/leads/days';
import { fromQuery, toQuery } from '~/shared/leads/filter-params';
import { describeNumber } from '~/shared/number';
import type { DayCount } from '~/shared/numbers/report';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { hrefOf } from './CountLink';

const SIZE = { width: 720, height: 240 };
const ROOM = { left: 40, right: 8, top: 12, bottom: 26 };
/** Of more days a bar is a week. */
const MOST_BARS = 92;
const WEEK = 7;
const MOST_LABELS = 6;

/** Enquiries a day, or a week of a long time, as bars; their mean of one week as a line. Its table says the same. */
export function DayPlot({ days }: { days: DayCount[] }) {
  const bars = days.length > MOST_BARS ? joinWeeks(days) : days;
  const most = Math.max(1, ...bars.map(({ total, week_mean }) => Math.max(total, week_mean)));
  const x = scaleBand<string>()
    .domain(bars.map(({ day }) => day))
    .range([ROOM.left, SIZE.width - ROOM.right])
    .padding(bars.length > 45 ? 0.15 : 0.3);
  const y = scaleLinear()
    .domain([0, most])
    .nice(4)
    .range([SIZE.height - ROOM.bottom, ROOM.top]);
  const middle = (day: string) => (x(day) ?? 0) + x.bandwidth() / 2;
  const mean = line<DayCount>(
    ({ day }) => middle(day),
    ({ week_mean }) => y(week_mean),
  ).curve(curveMonotoneX);
  const every = Math.ceil(bars.length / MOST_LABELS);
  return (
    <>
      <p className="plot-legend">
        <span className="plot-key plot-bar" />
        {bars === days ? strings.daily : strings.weekly}
        <span className="plot-key plot-key-line" />
        {strings.heads.mean}
      </p>
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} aria-hidden="true" className="plot-days">
        {y
          .ticks(4)
          .filter(Number.isInteger)
          .map((tick) => (
            <g key={tick}>
              <line
                x1={ROOM.left}
                x2={SIZE.width - ROOM.right}
                y1={y(tick)}
                y2={y(tick)}
                className="plot-grid"
              />
              <text x={ROOM.left - 6} y={y(tick)} dy="0.32em" textAnchor="end">
                {describeNumber(tick)}
              </text>
            </g>
          ))}
        {bars.map((bar) => (
          <a key={bar.day} href={hrefOf(bar)} tabIndex={-1}>
            <title>{`${writeDay(bar.day)}: ${describeNumber(bar.total)}`}</title>
            <rect
              x={x(bar.day)}
              y={ROOM.top}
              width={x.step()}
              height={y(0) - ROOM.top}
              className="plot-touch"
            />
            <rect
              x={x(bar.day)}
              y={y(bar.total)}
              width={x.bandwidth()}
              height={y(0) - y(bar.total)}
              className="plot-bar"
            />
          </a>
        ))}
        <path d={mean(bars) ?? ''} className="plot-mean" />
        {bars.map(({ day }, index) =>
          index % every === 0 ? (
            <text key={day} x={middle(day)} y={SIZE.height - 8} textAnchor="middle">
              {writeDay(day).slice(0, 5)}
            </text>
          ) : null,
        )}
      </svg>
    </>
  );
}

/** Seven days as one bar, which opens the list of all of them. */
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
