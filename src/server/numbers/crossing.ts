import type { Crossing } from '~/shared/numbers/report';
import type { Dimension } from '~/shared/numbers/schema';
import type { Slices } from './histograms';
import { byTotal, type Counter, countBoth, filterForValue, namerOf } from './slices';
import type { Tally } from './tally';

/** The most lines and columns that a crossing keeps, largest first. */
const MAX_CROSSING = { lines: 60, columns: 20 };

/** Cross table of two dimensions. */
export function describeCrossing(
  { by, crossing }: Tally,
  { rows, columns }: { rows: Dimension; columns: Dimension },
  count: Counter,
): Crossing {
  const describe = (dimension: Dimension, groups: Slices, most: number) => {
    const nameOf = namerOf(dimension, groups.keys());
    return [...groups]
      .map(([value, group]) => {
        const filters = filterForValue(dimension, value);
        return { value, name: nameOf(value), ...countBoth(group, count, filters) };
      })
      .sort(byTotal)
      .slice(0, most);
  };
  const heads = describe(columns, by[columns], MAX_CROSSING.columns);
  return {
    rows,
    columns,
    heads,
    lines: describe(rows, by[rows], MAX_CROSSING.lines).map((line) => ({
      ...line,
      cells: heads.map(({ value }) =>
        countBoth(crossing.get(line.value)?.get(value), count, {
          ...filterForValue(rows, line.value),
          ...filterForValue(columns, value),
        }),
      ),
    })),
  };
}
