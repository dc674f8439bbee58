import type { ReactNode } from 'react';
import { describeNumber } from '~/shared/number';
import type { Cell, ReportTable, TableName } from '~/shared/numbers/tables';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { CountLink } from './CountLink';

/** A plot with its heading, what it shows in words, and its numbers as a table and a file. */
export function Plot({
  name,
  caption,
  table,
  csvQuery,
  wide = false,
  children,
}: {
  name: TableName;
  caption: string;
  table: ReportTable;
  /** The query of the period, for the file. */
  csvQuery: string;
  wide?: boolean;
  children: ReactNode;
}) {
  const title = strings.sections[name];
  return (
    <section aria-labelledby={name} className={`plot ${wide ? 'plot-wide' : ''}`}>
      <h2 id={name}>{title}</h2>
      <figure>
        <figcaption>{caption}</figcaption>
        {children}
        <div className="plot-foot">
          <details>
            <summary>{strings.asTable}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <section className="plot-table" tabIndex={0} aria-label={strings.tableOf(title)}>
              <table>
                <thead>
                  <tr>
                    {table.heads.map((head) => (
                      <th key={head} scope="col">
                        {head}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {table.rows.map(([first, ...rest], index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
                    <tr key={index}>
                      <th scope="row">{show(first ?? '')}</th>
                      {rest.map((cell, place) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
                        <td key={place}>{show(cell)}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </details>
          <a href={`/api/reports/${name}?${csvQuery}`} download className="plot-file">
            {strings.csv}
            <span className="sr-only">: {title}</span>
          </a>
        </div>
      </figure>
    </section>
  );
}

function show(cell: Cell) {
  if (typeof cell === 'object') return <CountLink count={cell} />;
  return typeof cell === 'number' ? describeNumber(cell).replace(/\.(?=\d$)/, ',') : cell;
}
