import type { ReportRequest } from '~/shared/numbers/schema';
import { type Cell, type ReportTable, type TableName, tablesOf } from '~/shared/numbers/tables';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { csvOfRows } from '../csv-writer';
import { type SheetCell, writeSheetRow } from '../xlsx-writer/sheet-xml';
import { workbookResponse } from '../xlsx-writer/write-workbook';
import { makeReport } from './report';

/** The page as a file: a workbook with a sheet per table, or a CSV with a row per number. */
export async function exportReport(
  file: 'csv' | 'workbook',
  request: ReportRequest,
  asker: { userId?: string; signal?: AbortSignal },
): Promise<Response> {
  const tables = Object.entries(tablesOf(await makeReport(request, asker))) as [TableName, ReportTable][];
  const { from, to } = request.period;
  const fileName = `numeros-${from}-${to}`;
  if (file === 'workbook') return workbookResponse(fileName, tables.map(sheetOf));
  const rows = tables.flatMap(rowsOf);
  const heads = Object.values(strings.csvHeads);
  return csvOfRows({ fileName, separator: ';', heads, readMore: () => rows.splice(0) });
}

const numberOf = (cell: Cell): string | number => (typeof cell === 'object' ? cell.total : cell);

/** A table's name, a row's, a column's, and the number, which opens as one in Spanish Excel. */
function rowsOf([name, { heads, rows }]: [TableName, ReportTable]): string[][] {
  return rows.flatMap(([first = '', ...cells]) =>
    cells.map((cell, at) => {
      const number = String(numberOf(cell)).replace('.', ',');
      return [strings.sections[name], String(first), heads[at + 1] ?? '', number];
    }),
  );
}

/** In characters. */
const WIDTH = 16;

function sheetOf([name, { heads, rows }]: [TableName, ReportTable]) {
  const pieces = [rows];
  return {
    name: strings.sections[name],
    heads,
    widths: heads.map((head, at) => (at === 0 ? 2 * WIDTH : Math.max(WIDTH, head.length + 2))),
    readPiece: async (first: number) => {
      const piece = pieces.pop();
      if (!piece) return null;
      const text = piece.map((row, at) => writeSheetRow(first + at, row.map(numberOf).map(dated))).join('');
      return { text, rows: piece.length };
    },
  };
}

const WRITTEN_DAY = /^(\d\d)\/(\d\d)\/(\d{4})$/;

/** Tables write days as text; a workbook gets real dates. */
function dated(cell: string | number): SheetCell {
  const [, day, month, year] = WRITTEN_DAY.exec(String(cell)) ?? [];
  return day ? { wall: `${year}-${month}-${day}` } : cell;
}
