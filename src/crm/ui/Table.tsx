// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop a table's own roles once CSS lays it out as cards

import type { ComponentProps, ReactNode } from 'react';

type Props = {
  label: string;
  columns: readonly { key: string; title: ReactNode; className?: string }[];
  /** The class that sets the columns' widths, if each row is a grid. */
  template?: string;
  children: ReactNode;
};

/**
 * A table that becomes a list of cards where columns do not fit. Its roles are explicit, because browsers drop a
 * table's own when CSS changes its display.
 */
export function Table({ label, columns, template, children }: Props) {
  const [table, head, row, cell, body] = template
    ? ['', 'lg:block', `lg:grid lg:items-end ${template}`, 'max-xl:whitespace-normal px-2 xl:px-3', 'lg:block']
    : ['lg:table', 'lg:table-header-group', 'lg:table-row', 'px-3', 'sm:grid-cols-2 lg:table-row-group'];
  return (
    <table role="table" aria-label={label} className={`block w-full ${table}`}>
      <thead role="rowgroup" className={`sr-only rounded-t-xl bg-sand/60 lg:not-sr-only ${head}`}>
        <tr role="row" className={row}>
          {columns.map(({ key, title, className = '' }) => (
            <th
              key={key}
              role="columnheader"
              scope="col"
              className={`py-2 text-left text-sm font-semibold whitespace-nowrap text-ink-soft first:pl-5 last:pr-5 ${cell} ${className}`}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={`grid gap-3 ${body}`}>
        {children}
      </tbody>
    </table>
  );
}

/**
 * A row, or a card where columns do not fit. With its table's `template` it is its own grid, covered by its `row-link`.
 */
export function TableRow({ template, className = '', ...row }: ComponentProps<'tr'> & { template?: string }) {
  const look = template ? `linked-row ${template}` : 'table-row-or-card';
  return <tr {...row} role="row" className={`${look} ${className}`} />;
}

/** A cell. `label` names it on a card, where column titles are hidden. */
export function TableCell({ label, children, ...cell }: ComponentProps<'td'> & { label?: string }) {
  return (
    <td {...cell} role="cell">
      {label && (
        <span aria-hidden="true" className="mr-2 text-sm whitespace-nowrap text-ink-faint lg:hidden">
          {label}
        </span>
      )}
      {children}
    </td>
  );
}
