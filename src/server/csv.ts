import { setImmediate as nextTurn } from 'node:timers/promises';
import Papa from 'papaparse';

/**
 * Where a spreadsheet would begin to run a text as a formula: at the start of a cell, behind blanks or quotes that it
 * would skip. One that is set to a country where the comma is for decimals splits this file at `;` instead, pays no heed
 * to our quotes, and so begins a cell there, or a row at a line break.
 */
const FORMULA = /(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[\s"\u200b\ufeff]*)/g;
/** Also what would end a cell for a reader that splits at something else than commas stands in quotes. */
const FORMAT = { newline: '\r\n', quotes: (cell: unknown) => /[;\t]/.test(String(cell)) };
/** Excel takes a file without it for one in the machine's old code page. */
export const BYTE_ORDER_MARK = '\ufeff';

type Cell = string | number | null;

type Export<Row> = {
  /** Without its ending. */
  fileName: string;
  columns: Record<string, (row: Row) => Cell>;
  /** The rows that follow `last` (or the first ones), a slice at a time; an empty slice is the end. */
  readAfter: (last: Row | undefined) => Row[];
};

/**
 * A spreadsheet to download (RFC 4180, UTF-8). It is written as fast as it is read and never held whole, so that its
 * size costs no memory and other requests are answered between two slices.
 */
export function csvResponse<Row>({ fileName, columns, readAfter }: Export<Row>): Response {
  const cells = Object.values(columns);
  const encoder = new TextEncoder();
  let last: Row | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(BYTE_ORDER_MARK + writeLine(Object.keys(columns))));
    },
    async pull(controller) {
      // Where the caller reads as fast as we write, nothing else would ever get a turn.
      await nextTurn();
      const rows = readAfter(last);
      last = rows.at(-1);
      if (last === undefined) return controller.close();
      const lines = rows.map((row) => writeLine(cells.map((cell) => cell(row))));
      controller.enqueue(encoder.encode(lines.join('')));
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}.csv"`,
    },
  });
}

/** One line of a spreadsheet's file, with its end. */
export function writeLine(cells: Cell[]): string {
  const harmless = cells.map((cell) => (typeof cell === 'string' ? cell.replace(FORMULA, "'") : cell));
  return `${Papa.unparse([harmless], FORMAT)}\r\n`;
}
