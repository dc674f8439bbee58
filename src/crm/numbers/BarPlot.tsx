import { scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';

/** A column of numbers: its name, and how it is drawn, if at all. */
export type Head = { name: string; look?: 'bar' | 'part' | 'late'; isWide?: boolean };

export type Bar = {
  key: string;
  name: ReactNode;
  length: number;
  /** A part of it, drawn in front. */
  part?: number;
  /** What is added to it, drawn behind its end. */
  more?: number;
  /** One per head. */
  cells: ReactNode[];
  /** A remark, on a line of its own. */
  note?: ReactNode;
};

const MAX_BARS = 8;
/** In the plot's own 100 units, which are stretched. */
const HEIGHT = 10;

/** A bar per value, with its numbers at the end. The table has those without room. */
export function BarPlot({
  heads,
  bars,
  max = Math.max(1, ...bars.map(({ length, more = 0 }) => length + more)),
}: {
  heads: Head[];
  bars: Bar[];
  /** The value that fills the width. */
  max?: number;
}) {
  if (bars.length === 0) return null;
  const x = scaleLinear().domain([0, max]).range([0, 100]);
  return (
    <div className="plot-bars" data-cells={heads.length}>
      {heads.length > 0 && (
        <p className="plot-heads" aria-hidden="true">
          {heads.map(({ name, look, isWide }) => (
            <span key={name} className={isWide ? 'plot-wide' : undefined}>
              {look && <span className={`plot-key plot-${look}`} />}
              {name}
            </span>
          ))}
        </p>
      )}
      <ul>
        {bars.slice(0, MAX_BARS).map(({ key, name, length, part = 0, more = 0, cells, note }) => (
          <li key={key}>
            <span className="plot-name">{name}</span>
            <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height={HEIGHT} className="plot-place" />
              <rect width={x(length)} height={HEIGHT} className="plot-bar" />
              {more > 0 && <rect x={x(length)} y="2" width={x(more)} height={HEIGHT - 4} className="plot-late" />}
              {part > 0 && <rect y="3" width={x(part)} height={HEIGHT - 6} className="plot-part" />}
            </svg>
            {cells.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
              <span key={place} className={`plot-number ${heads[place]?.isWide ? 'plot-wide' : ''}`}>
                {cell}
              </span>
            ))}
            {note && <span className="plot-note">{note}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
