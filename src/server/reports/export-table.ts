import { foldText } from '~/shared/leads/search';
import type { ReportRequest } from '~/shared/numbers/schema';
import { type TableName, tablesOf } from '~/shared/numbers/tables';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { csvOfRows } from '../csv';
import { makeReport } from './report';

/** One table of a report as a spreadsheet to download: the numbers, without their lists. Spanish Excel opens it in columns. */
export async function exportTable(
  name: TableName,
  request: ReportRequest,
  asker: { userId?: string; signal?: AbortSignal },
): Promise<Response> {
  const { heads, rows } = tablesOf(await makeReport(request, asker))[name];
  let left = rows.map((row) =>
    row.map((cell) => {
      const shown = typeof cell === 'object' ? cell.total : cell;
      return typeof shown === 'number' ? String(shown).replace('.', ',') : shown;
    }),
  );
  return csvOfRows({
    fileName: `numeros-${foldText(strings.sections[name]).replaceAll(' ', '-')}-${request.period.from}-${request.period.to}`,
    separator: ';',
    heads,
    readMore: () => {
      const all = left;
      left = [];
      return all;
    },
  });
}
