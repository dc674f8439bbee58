import type { ReactNode } from 'react';
import { describeNumber } from '~/shared/counts';
import { fromQuery, panelPath } from '~/shared/leads/filter-params';
import type { Count } from '~/shared/numbers/report';

/** The panel URL that lists exactly the counted leads. */
export const hrefOf = ({ query }: Count): string => panelPath(fromQuery(query));

type Props = {
  count: Count;
  /** What is counted, for screen readers. */
  label?: string;
  children?: ReactNode;
};

/** A count, or text for it, that links to its leads. */
export function CountLink({ count, label, children }: Props) {
  return (
    <a href={hrefOf(count)} aria-label={label && `${label}: ${describeNumber(count.total)}`} className="number-link">
      {children ?? describeNumber(count.total)}
    </a>
  );
}
