import { captionsOf } from '~/shared/numbers/captions';
import type { Report } from '~/shared/numbers/report';
import { type TableName, tablesOf } from '~/shared/numbers/tables';
import type { PlotProps } from './Plot';

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
