import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { addMonths, daysBetween } from '~/shared/leads/days';
import type { GoalProgress, WonDay } from '~/shared/numbers/report';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { Chart } from './Chart';
import { shortDay } from './DayPlot';

const { money } = strings.value;

/** Running total of what was won per day of a period, and the goal's. */
export function WonPlot({ days, goal }: { days: WonDay[]; goal: GoalProgress | null }) {
  const won = runningSum(days.map(({ monthly }) => monthly));
  const wanted = goal ? runningSum(days.map(({ day }) => goal.monthly_value / daysOfMonth(day))) : [];
  const y = scaleLinear()
    .domain([0, Math.max(1, won.at(-1) ?? 0, wanted.at(-1) ?? 0)])
    .nice(2)
    .range([100, 0]);
  const x = scaleLinear().domain([0, days.length]).range([0, 100]);
  // Each day extends to its end, the last one to the picture's.
  const along = [...won, won.at(-1) ?? 0];
  const ground = area<number>(
    (_, index) => x(index),
    100,
    (value) => y(value),
  ).curve(curveStepAfter);
  const edge = line<number>(
    (_, index) => x(index),
    (value) => y(value),
  );
  return (
    <>
      <p className="plot-legend">
        <span className="plot-key plot-bar" />
        {strings.value.soFar}
        {goal && (
          <>
            <span className="plot-key plot-key-line border-dashed" />
            {strings.value.goal(money(goal.monthly_value))}
          </>
        )}
      </p>
      <Chart scale={[money(y.domain()[1] ?? 0), '0']} names={days.map(({ day }) => shortDay(day))} isSmall>
        <path d={ground(along) ?? ''} className="plot-bar" />
        {goal && <path d={edge([0, ...wanted]) ?? ''} className="plot-goal" />}
      </Chart>
    </>
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
