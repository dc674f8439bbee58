import { scaleSqrt } from 'd3-scale';
import type { ReactNode } from 'react';
import { describeNumber } from '~/shared/counts';
import type { Count, HeatCell } from '~/shared/numbers/report';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { hrefOf } from './CountLink';

const CELL = 16;
const LEFT = 42;
const TOP = 18;
const BOTTOM = 26;
const EVERY_HOURS = 3;
const SIZE = { width: LEFT + 24 * CELL + 4, height: TOP + 7 * CELL + BOTTOM };
/** Step between the scale's examples. */
const SCALE_STEP = 44;

type Side = (total: number) => number;

/** When enquiries arrive, beside those contacted within the hour: larger squares mean more, on one scale. */
export function HourPlot({ cells }: { cells: HeatCell[] }) {
  const most = Math.max(1, ...cells.map(({ total }) => total));
  const side = scaleSqrt()
    .domain([0, most])
    .range([0, CELL - 2]);
  return (
    <div className="grid gap-x-5 gap-y-3 md:grid-cols-2">
      <Week title={strings.arriving} cells={cells} side={side} countOf={(cell) => cell}>
        <Scale most={most} side={side} />
      </Week>
      <Week
        title={strings.answered}
        cells={cells}
        side={side}
        countOf={({ within_60 }) => within_60}
        wholeOf={({ total }) => total}
      />
    </div>
  );
}

type WeekProps = {
  title: string;
  cells: HeatCell[];
  side: Side;
  countOf: (cell: HeatCell) => Count;
  /** The whole that the count is part of, drawn as an outline. */
  wholeOf?: (cell: HeatCell) => number;
  children?: ReactNode;
};

function Week({ title, cells, side, countOf, wholeOf, children }: WeekProps) {
  return (
    <div>
      <p className="plot-legend">
        <span className="plot-key plot-bar" />
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
          const [x, y] = [LEFT + (cell.hour + 0.5) * CELL, TOP + (cell.weekday - 0.5) * CELL];
          const count = countOf(cell);
          return (
            <a key={`${cell.weekday}-${cell.hour}`} href={hrefOf(count)} tabIndex={-1}>
              <title>{`${strings.weekdaysShort[cell.weekday - 1]} ${cell.hour} h: ${describeNumber(count.total)}`}</title>
              <Square x={x} y={y} side={CELL - 1} look="plot-place" />
              {wholeOf && <Square x={x} y={y} side={side(wholeOf(cell))} look="plot-whole" />}
              <Square x={x} y={y} side={side(count.total)} look="plot-bar" />
            </a>
          );
        })}
        {children}
      </svg>
    </div>
  );
}

/** Sample squares at the picture's scale, with their counts. */
function Scale({ most, side }: { most: number; side: Side }) {
  const examples = [...new Set([1, Math.ceil(most / 2), most])];
  const y = SIZE.height - BOTTOM / 2 + 2;
  return (
    <>
      {examples.map((total, index) => (
        <g key={total}>
          <Square x={LEFT + CELL / 2 + index * SCALE_STEP} y={y} side={side(total)} look="plot-bar" />
          <text x={LEFT + CELL + 2 + index * SCALE_STEP} y={y} dy="0.32em">
            {describeNumber(total)}
          </text>
        </g>
      ))}
      <text x={LEFT + examples.length * SCALE_STEP} y={y} dy="0.32em">
        {strings.scale}
      </text>
    </>
  );
}

function Square({ x, y, side, look }: { x: number; y: number; side: number; look: string }) {
  return <rect x={x - side / 2} y={y - side / 2} width={side} height={side} className={look} />;
}
