import type { ReactNode } from 'react';
import { fromQuery, panelPath } from '~/shared/leads/filter-params';
import { describeNumber } from '~/shared/number';
import type { Count } from '~/shared/numbers/report';

/** The panel's address with exactly the leads of a count. */
export const hrefOf = ({ query }: Count): string => panelPath(fromQuery(query));

/** A number, or what it comes to, that opens the list of its leads. */
export function CountLink({
  count,
  label,
  children,
}: {
  count: Count;
  /** What is counted, for whoever hears the number alone. */
  label?: string;
  children?: ReactNode;
}) {
  return (
    <a
      href={hrefOf(count)}
      aria-label={label && `${label}: ${describeNumber(count.total)}`}
      className="number-link"
    >
      {children ?? describeNumber(count.total)}
    </a>
  );
}
