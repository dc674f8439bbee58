import type { ReactNode } from 'react';

const MAX_NAMES = 4;

type Props = {
  /** Labels of its top and bottom. */
  scale: [top: string, bottom: string];
  /** Names of everything drawn, left to right; a few are shown. */
  names: string[];
  isSmall?: boolean;
  children: ReactNode;
};

/**
 * A picture over days, 100 by 100 units, between the names of its ends. The picture stretches and its words do not, so
 * they never collide. Its table says the same.
 */
export function Chart({ scale, names, isSmall = false, children }: Props) {
  const many = Math.min(MAX_NAMES, names.length);
  const shown = Array.from({ length: many }, (_, index) =>
    Math.round((index * (names.length - 1)) / Math.max(1, many - 1)),
  );
  return (
    <div className="chart" aria-hidden="true">
      <p className="flex flex-col justify-between text-right">
        <span>{scale[0]}</span>
        <span>{scale[1]}</span>
      </p>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
        className={`${isSmall ? 'h-12' : 'h-24'} overflow-visible`}
      >
        {[0, 50, 100].map((y) => (
          <line key={y} x1="0" x2="100" y1={y} y2={y} className="plot-grid" />
        ))}
        {children}
      </svg>
      <p className="chart-names">
        {shown.map((index) => (
          <span key={index}>{names[index]}</span>
        ))}
      </p>
    </div>
  );
}
