import { fromQuery, panelPath } from '~/shared/leads/filter-params';
import { describeNumber } from '~/shared/number';
import type { Count } from '~/shared/numbers/report';

/** The panel's address with exactly the leads of a count. */
export const hrefOf = ({ query }: Count): string => panelPath(fromQuery(query));

/** A number that opens the list of its leads. */
export function CountLink({ count, label }: { count: Count; label?: string }) {
  return (
    <a
      href={hrefOf(count)}
      aria-label={label && `${label}: ${describeNumber(count.total)}`}
      className="number-link"
    >
      {describeNumber(count.total)}
    </a>
  );
}
