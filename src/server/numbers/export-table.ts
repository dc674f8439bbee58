import type { ExportFormat } from '~/shared/leads/export-formats';
import { foldText } from '~/shared/leads/search';
import type { ReportRequest } from '~/shared/numbers/schema';
import { type Cell, type ReportTable, TABLES, type TableName, tablesOf } from '~/shared/numbers/tables';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { csvOfRows } from '../csv-writer';
import { type SheetCell, writeSheetRow } from '../xlsx-writer/sheet-xml';
import { workbookResponse } from '../xlsx-writer/write-workbook';
import { makeReport } from './report';

type ReportOptions = { userId?: string; signal?: AbortSignal };

/** One table of a report to download: numbers without their links. The CSV opens in columns in Spanish Excel. */
export async function exportTable(
  name: TableName,
  request: ReportRequest,
  format: ExportFormat,
  asker: ReportOptions,
): Promise<Response> {
  const table = tablesOf(await makeReport(request, asker))[name];
  const fileName = fileNameOf(request, name);
  return format === 'xlsx' ? workbookResponse(fileName, [sheetOf(name, table)]) : csvOf(fileName, table);
}

/** All tables of a report as a workbook, in the order of the screen. */
export async function exportTables(request: ReportRequest, asker: ReportOptions): Promise<Response> {
  const tables = tablesOf(await makeReport(request, asker));
  return workbookResponse(
    fileNameOf(request),
    TABLES.map((name) => sheetOf(name, tables[name])),
  );
}

/** 'numeros-por-pais-2026-11-01-2026-11-30'. */
function fileNameOf({ period: { from, to } }: ReportRequest, name?: TableName): string {
  const title = name && foldText(strings.sections[name]).replace(/[^a-z\d]+/g, '-');
  return ['numeros', title, from, to].filter(Boolean).join('-');
}

const numberOf = (cell: Cell): string | number => (typeof cell === 'object' ? cell.total : cell);

function csvOf(fileName: string, { heads, rows }: ReportTable): Response {
  let left = rows.map((row) =>
    row.map(numberOf).map((cell) => (typeof cell === 'number' ? String(cell).replace('.', ',') : cell)),
  );
  return csvOfRows({
    fileName,
    separator: ';',
    heads,
    readMore: () => {
      const all = left;
      left = [];
      return all;
    },
  });
}

/** Excel's rules for sheet names. */
const MAX_NAME_LENGTH = 31;
const INVALID_IN_NAME = /[[\]:*?/\\]/g;
/** In characters. */
const MIN_WIDTH = 10;
const MAX_WIDTH = 50;

function sheetOf(name: TableName, { heads, rows }: ReportTable) {
  const cells = rows.map((row) => row.map(numberOf));
  let isWritten = false;
  return {
    name: strings.sections[name].replace(INVALID_IN_NAME, ' ').slice(0, MAX_NAME_LENGTH).trim(),
    heads,
    widths: heads.map((head, at) => widthOf([head, ...cells.map((row) => row[at] ?? '')])),
    readPiece: async (first: number) => {
      if (isWritten) return null;
      isWritten = true;
      const text = cells.map((row, at) => writeSheetRow(first + at, row.map(dated))).join('');
      return { text, rows: cells.length };
    },
  };
}

function widthOf(column: (string | number)[]): number {
  const longest = Math.max(...column.map((cell) => String(cell).length));
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, longest + 2));
}

const WRITTEN_DAY = /^(\d\d)\/(\d\d)\/(\d{4})$/;

/** Tables write days as text; a workbook gets real dates. */
function dated(cell: string | number): SheetCell {
  const [, day, month, year] = WRITTEN_DAY.exec(String(cell)) ?? [];
  return day ? { wall: `${year}-${month}-${day}` } : cell;
}
