// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop a table's own roles once CSS lays it out as cards

import type { ComponentProps, ReactNode } from 'react';

/**
 * A table that becomes a list of cards where columns do not fit. The roles are repeated in the markup, because browsers
 * drop a table's own roles when CSS changes its display.
 */
export function Table({
  label,
  columns,
  children,
}: {
  label: string;
  columns: readonly {
    key: string;
    title: ReactNode;
    className?: string;
    sort?: 'ascending' | 'descending';
  }[];
  children: ReactNode;
}) {
  return (
    <table role="table" aria-label={label} className="block w-full lg:table">
      <thead role="rowgroup" className="sr-only lg:not-sr-only lg:table-header-group">
        <tr role="row" className="lg:table-row">
          {columns.map(({ key, title, className = '', sort }) => (
            <th
              key={key}
              role="columnheader"
              scope="col"
              aria-sort={sort}
              className={`bg-sand/60 py-2 text-left text-sm font-semibold whitespace-nowrap text-ink-soft border-b border-sand-line px-3 first:rounded-tl-xl first:pl-5 last:rounded-tr-xl last:pr-5 ${className}`}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="grid gap-3 sm:grid-cols-2 lg:table-row-group">
        {children}
      </tbody>
    </table>
  );
}

/**
 * A row, or a card where columns do not fit. With the `template` of its table it is a grid of its own, and its `row-link`
 * covers it.
 */
export function TableRow({ template, className = '', ...row }: ComponentProps<'tr'> & { template?: string }) {
  const look = template ? `linked-row ${template}` : 'table-row-or-card';
  return <tr {...row} role="row" className={`${look} ${className}`} />;
}

/** A cell. On a card, where column titles are hidden, `label` names it. */
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
