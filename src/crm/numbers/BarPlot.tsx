import { scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import type { Count } from '~/shared/numbers/report';
import { CountLink } from './CountLink';

export type Bar = {
  name: string;
  count: Count;
  /** A part of it, drawn in front: how many of them were won, or stand there now. */
  part?: Count;
  partName?: string;
  /** What else there is to say. */
  note?: ReactNode;
};

const MOST_BARS = 12;

/** A bar for each value, the number at its end opens the list. */
export function BarPlot({ bars }: { bars: Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count.total));
  const x = scaleLinear().domain([0, most]).range([0, 100]);
  return (
    <ul className="plot-bars">
      {bars.slice(0, MOST_BARS).map(({ name, count, part, partName, note }) => (
        <li key={name}>
          <span className="plot-name">{name}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="10" className="plot-place" />
            <rect width={x(count.total)} height="10" className="plot-bar" />
            {part && <rect y="5" width={x(part.total)} height="5" className="plot-part" />}
          </svg>
          <span className="plot-notes">
            {part && partName && (
              <span>
                <span className="plot-key plot-part" />
                <CountLink count={part} label={`${name}, ${partName}`} /> {partName}
              </span>
            )}
            {note && <span>{note}</span>}
          </span>
          <span className="plot-number">
            <CountLink count={count} label={name} />
          </span>
        </li>
      ))}
    </ul>
  );
}
