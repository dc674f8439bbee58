import type { ReactNode } from 'react';
import { describeNumber } from '~/shared/counts';
import { addMonths, daysBetween, formatDay } from '~/shared/leads/days';
import type { Report } from '~/shared/numbers/report';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { hrefOf } from './CountLink';

const { money } = strings.value;
const MAX_NAMES = 4;

/** Enquiries per day as bars; their seven-day mean as a line. */
export function DayChart({ days }: Report['arrivals']) {
  const { top, y } = scaleTo(Math.max(...days.map(({ total, week_mean }) => Math.max(total, week_mean))));
  const x = (index: number) => (index * 100) / days.length;
  return (
    <Chart names={[strings.sections.days, strings.heads.mean]} top={describeNumber(top)} days={days}>
      {days.map((bar, index) => (
        <a key={bar.day} href={hrefOf(bar)} tabIndex={-1}>
          <title>{`${formatDay(bar.day)}: ${describeNumber(bar.total)}`}</title>
          <rect x={x(index)} width={x(1)} height="100" className="fill-transparent" />
          <rect x={x(index + 0.1)} y={y(bar.total)} width={x(0.8)} height={100 - y(bar.total)} className="chart-bar" />
        </a>
      ))}
      <polyline
        points={days.map(({ week_mean }, index) => `${x(index + 0.5)},${y(week_mean)}`).join(' ')}
        className="chart-line"
      />
    </Chart>
  );
}

/** Running total of what was won per day of a period, and the goal's. */
export function WonChart({ won: { days }, goal }: Report) {
  const sums = runningSum(days.map(({ monthly }) => monthly));
  const wanted = runningSum(days.map(({ day }) => (goal?.monthly_value ?? 0) / daysOfMonth(day)));
  const { top, y } = scaleTo(Math.max(sums.at(-1) ?? 0, wanted.at(-1) ?? 0));
  const x = (index: number) => (index * 100) / days.length;
  // Each day's step extends to its end.
  const steps = sums.map((sum, index) => `${x(index)},${y(sum)} ${x(index + 1)},${y(sum)}`);
  return (
    <Chart
      names={[strings.value.soFar, goal && strings.value.goal(money(goal.monthly_value))]}
      top={money(top)}
      days={days}
    >
      <polygon points={`0,100 ${steps.join(' ')} 100,100`} className="chart-bar" />
      {goal && (
        <polyline
          points={[0, ...wanted].map((sum, index) => `${x(index)},${y(sum)}`).join(' ')}
          className="chart-line"
          strokeDasharray="5 3"
        />
      )}
    </Chart>
  );
}

function runningSum(values: number[]): number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

function daysOfMonth(day: string): number {
  const first = `${day.slice(0, 7)}-01`;
  return daysBetween(first, addMonths(first, 1));
}

/** A scale whose top is twice 1, 2 or 5 times a power of ten, so that its middle is as round. */
function scaleTo(most: number) {
  const half = Math.max(1, most / 2);
  const power = 10 ** Math.floor(Math.log10(half));
  const top = 2 * power * ([1, 2, 5].find((step) => step * power >= half) ?? 10);
  return { top, y: (value: number) => 100 - (value * 100) / top };
}

type ChartProps = {
  /** Of what is drawn as a surface, and of the line. */
  names: [string, string | null];
  top: string;
  days: { day: string }[];
  children: ReactNode;
};

/**
 * A picture over days, 100 by 100 units, between the names of its ends. The picture stretches and its words do not, so
 * they never collide. Its table says the same.
 */
function Chart({ names: [surface, line], top, days, children }: ChartProps) {
  const many = Math.min(MAX_NAMES, days.length);
  const shown = Array.from({ length: many }, (_, index) =>
    Math.round((index * (days.length - 1)) / Math.max(1, many - 1)),
  );
  return (
    <div
      aria-hidden="true"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-1.5 gap-y-0.5 text-[0.75rem] leading-none text-ink-soft tabular-nums"
    >
      <p className="col-span-full mb-1">
        <span className="chart-key chart-bar" />
        {surface}
        {line && <span className="chart-key h-0.5 bg-terracotta align-middle" />}
        {line}
      </p>
      <p className="flex flex-col justify-between text-right">
        <span>{top}</span>
        <span>0</span>
      </p>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-16 w-full sm:h-24 overflow-visible"
      >
        {[0, 50, 100].map((y) => (
          <line key={y} x1="0" x2="100" y1={y} y2={y} className="stroke-sand-line" vectorEffect="non-scaling-stroke" />
        ))}
        {children}
      </svg>
      <p className="col-start-2 flex justify-between">
        {shown.map((index) => (
          <span key={index}>{formatDay(days[index]?.day ?? '').slice(0, 5)}</span>
        ))}
      </p>
    </div>
  );
}
