import type { ReactNode } from 'react';
import { describeNumber } from '~/shared/counts';
import type { Cell, ReportTable } from '~/shared/numbers/tables';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { CountLink } from './CountLink';

type Name = keyof typeof strings.sections;
type FigureProps = { name: Name; caption: string; table: ReportTable; children: ReactNode };

/** A chart under its heading. */
export function ChartSection(figure: FigureProps) {
  return (
    <section aria-labelledby={figure.name}>
      <h2 id={figure.name}>{strings.sections[figure.name]}</h2>
      <Figure {...figure} />
    </section>
  );
}

/** A chart, what it shows in words, and its numbers as a table. */
export function Figure({ name, caption, table, children }: FigureProps) {
  const title = strings.sections[name];
  return (
    <figure aria-label={title}>
      <figcaption>{tie(caption)}</figcaption>
      {children}
      <details className="print:hidden">
        <summary className="text-link w-fit text-[0.8125rem]">{strings.asTable}</summary>
        <NumbersTable label={strings.tableOf(title)} {...table} />
      </details>
    </figure>
  );
}

/** A table with its heading. */
export function TableSection({ name, table, className }: { name: Name; table: ReportTable; className?: string }) {
  return (
    <section aria-labelledby={name} className={className}>
      <h2 id={name}>{strings.sections[name]}</h2>
      {table.rows.length > 0 && <NumbersTable label={strings.tableOf(strings.sections[name])} {...table} />}
    </section>
  );
}

/** Keeps an amount and its unit on one line. */
export const tie = (text: string) => text.replace(/(?<=USD) (?=\d)|(?<=\d) (?=%)/g, '\u00a0');

function NumbersTable({ label, heads, rows }: ReportTable & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="numbers-table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
            <tr key={index}>
              <th scope="row">{show(first ?? '')}</th>
              {rest.map((cell, place) => (
                <td key={heads[place + 1]}>{show(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function show(cell: Cell) {
  if (typeof cell === 'object') return <CountLink count={cell} />;
  return typeof cell === 'number' ? describeNumber(cell).replace(/\.(?=\d$)/, ',') : cell;
}
