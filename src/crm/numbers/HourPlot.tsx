import { scaleSqrt } from 'd3-scale';
import { describeNumber } from '~/shared/number';
import type { Count, HeatCell } from '~/shared/numbers/report';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { hrefOf } from './CountLink';

const CELL = 16;
const LEFT = 34;
const TOP = 18;
const EVERY_HOURS = 3;
const SIZE = { width: LEFT + 24 * CELL + 4, height: TOP + 7 * CELL + 4 };

/** When enquiries arrive, beside which part of them is contacted within the hour: the larger the square, the more. */
export function HourPlot({ cells }: { cells: HeatCell[] }) {
  const most = Math.max(1, ...cells.map(({ total }) => total));
  return (
    <div className="plot-hours">
      <Week
        title={strings.arriving}
        look="plot-bar"
        cells={cells}
        partOf={({ total }) => total / most}
        countOf={(cell) => cell}
      />
      <Week
        title={strings.answered}
        look="plot-answered"
        cells={cells}
        partOf={({ total, within_60 }) => (total === 0 ? 0 : within_60.total / total)}
        countOf={({ within_60 }) => within_60}
      />
    </div>
  );
}

function Week({
  title,
  look,
  cells,
  partOf,
  countOf,
}: {
  title: string;
  look: string;
  cells: HeatCell[];
  /** How much of its place a cell fills, from 0 to 1. */
  partOf: (cell: HeatCell) => number;
  countOf: (cell: HeatCell) => Count;
}) {
  const side = scaleSqrt()
    .domain([0, 1])
    .range([0, CELL - 2]);
  return (
    <div>
      <p className="plot-legend">
        <span className={`plot-key ${look}`} />
        {title}
      </p>
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} aria-hidden="true">
        {strings.weekdaysShort.map((day, index) => (
          <text key={day} x={LEFT - 6} y={TOP + index * CELL + CELL / 2} dy="0.32em" textAnchor="end">
            {day}
          </text>
        ))}
        {Array.from({ length: 24 / EVERY_HOURS }, (_, index) => index * EVERY_HOURS).map((hour) => (
          <text key={hour} x={LEFT + hour * CELL + CELL / 2} y={TOP - 6} textAnchor="middle">
            {hour}
          </text>
        ))}
        {cells.map((cell) => {
          const [x, y] = [LEFT + cell.hour * CELL, TOP + (cell.weekday - 1) * CELL];
          const size = side(partOf(cell));
          const count = countOf(cell);
          return (
            <a key={`${cell.weekday}-${cell.hour}`} href={hrefOf(count)} tabIndex={-1}>
              <title>{`${strings.weekdaysShort[cell.weekday - 1]} ${cell.hour} h: ${describeNumber(count.total)}`}</title>
              <rect x={x} y={y} width={CELL - 1} height={CELL - 1} className="plot-place" />
              <rect
                x={x + (CELL - 1 - size) / 2}
                y={y + (CELL - 1 - size) / 2}
                width={size}
                height={size}
                className={look}
              />
            </a>
          );
        })}
      </svg>
    </div>
  );
}
