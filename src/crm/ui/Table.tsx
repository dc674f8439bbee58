// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop a table's own roles once CSS lays it out as cards

import type { ComponentProps, ReactNode } from 'react';

/**
 * A table that becomes a list of cards where columns do not fit. The roles are repeated in the markup, because browsers
 * drop a table's own roles when CSS changes its display.
 */
export function Table({
  label,
  columns,
  template,
  children,
}: {
  label: string;
  columns: readonly {
    key: string;
    title: ReactNode;
    className?: string;
    sort?: 'ascending' | 'descending';
  }[];
  /** The class that sets the widths of the columns, if each row is a grid of its own. */
  template?: string;
  children: ReactNode;
}) {
  const [table, group, row] = template
    ? ['', 'lg:block', `lg:grid ${template}`]
    : ['lg:table', 'sm:grid-cols-2 lg:table-row-group', 'lg:table-row'];
  return (
    <table role="table" aria-label={label} className={`block w-full ${table}`}>
      <thead
        role="rowgroup"
        className={`sr-only lg:not-sr-only ${template ? 'lg:block' : 'lg:table-header-group'}`}
      >
        <tr role="row" className={row}>
          {columns.map(({ key, title, className = '', sort }) => (
            <th
              key={key}
              role="columnheader"
              scope="col"
              aria-sort={sort}
              className={`bg-sand/60 py-2 text-left text-sm font-semibold whitespace-nowrap text-ink-soft first:rounded-tl-xl first:pl-5 last:rounded-tr-xl last:pr-5 ${template ? 'px-2 xl:px-3' : 'border-b border-sand-line px-3'} ${className}`}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={`grid gap-3 ${group}`}>
        {children}
      </tbody>
    </table>
  );
}

/** A row, or a card where columns do not fit. */
export function TableRow({ className = '', ...row }: ComponentProps<'tr'>) {
  return <tr {...row} role="row" className={`table-row-or-card ${className}`} />;
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
