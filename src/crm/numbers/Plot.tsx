import type { ReactNode } from 'react';
import { describeNumber } from '~/shared/counts';
import { captionsOf } from '~/shared/numbers/captions';
import type { Report } from '~/shared/numbers/report';
import { type Cell, type ReportTable, type TableName, tablesOf } from '~/shared/numbers/tables';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { Icon } from '../ui/Icon';
import { CountLink } from './CountLink';

export type PlotProps = {
  name: TableName;
  /** What it shows, in words. */
  caption: string;
  table: ReportTable;
  /** The page's query, for the files. */
  filesQuery: string;
  /** An answer's one number, before its words. */
  lead?: ReactNode;
  className?: string;
  children?: ReactNode;
};

/** A plot with its heading, what it shows in words, and its numbers as a table and as files. */
export function Plot({ className = '', ...plot }: PlotProps) {
  return (
    <section aria-labelledby={plot.name} className={`plot ${className}`}>
      <h2 id={plot.name}>{strings.sections[plot.name]}</h2>
      <PlotFigure {...plot} />
    </section>
  );
}

/** A plot without a heading, for several that share one. */
export function PlotFigure({ name, caption, table, filesQuery, lead, children }: Omit<PlotProps, 'className'>) {
  const title = strings.sections[name];
  return (
    <figure aria-label={title}>
      {lead}
      <figcaption>{tie(caption)}</figcaption>
      {children}
      <div className="plot-foot">
        <details>
          <summary>{strings.asTable}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section className="plot-table" tabIndex={0} aria-label={strings.tableOf(title)}>
            <Table {...table} />
          </section>
        </details>
        <details className="plot-files">
          <summary title={strings.files(title)}>
            <Icon name="more" className="size-5 stroke-3" />
            <span className="sr-only">{strings.files(title)}</span>
          </summary>
          {(['csv', 'xlsx'] as const).map((format) => (
            <a key={format} href={`/api/reports/${name}?${filesQuery}&format=${format}`} download>
              {strings[format]}
              <span className="sr-only">: {title}</span>
            </a>
          ))}
        </details>
      </div>
    </figure>
  );
}

/** Keeps an amount and its unit on one line. */
const tie = (text: string) => text.replace(/(?<=USD) (?=\d)|(?<=\d) (?=%)/g, '\u00a0');

function Table({ heads, rows }: ReportTable) {
  return (
    <table>
      <thead>
        <tr>
          {heads.map((head, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
            <th key={index} scope="col">
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
              // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
              <td key={place}>{show(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function show(cell: Cell) {
  if (typeof cell === 'object') return <CountLink count={cell} />;
  return typeof cell === 'number' ? describeNumber(cell).replace(/\.(?=\d$)/, ',') : cell;
}

/** A plot's props from a report, by the plot's name. */
export function plotsOf(report: Report, filesQuery: string): (name: TableName) => PlotProps {
  const captions = captionsOf(report);
  const tables = tablesOf(report);
  return (name) => ({ name, caption: captions[name], table: tables[name], filesQuery });
}

/** The API query for what the page counts. */
export function filesQueryOf({ period: { from, to, tz, owner }, crossing }: Report): string {
  const { rows, columns } = crossing;
  return new URLSearchParams({ from, to, tz, ...(owner && { owner }), rows, columns }).toString();
}
