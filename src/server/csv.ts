import { setImmediate as nextTurn } from 'node:timers/promises';
import Papa from 'papaparse';

/**
 * Where a spreadsheet program could start to read a formula: at the start of a cell, after blanks or quotes that it
 * skips. Programs set to a country with decimal commas split this file at `;` and ignore our quotes. So for them a cell
 * also begins after `;` or tab, and a row at a line break.
 */
const FORMULA = /(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[\s"\u200b\ufeff]*)/g;
/** Cells with other separators than the comma are also put in quotes. */
const FORMAT = { newline: '\r\n', quotes: (cell: unknown) => /[;\t]/.test(String(cell)) };
/** Without it Excel reads the file in the computer's old code page. */
export const BYTE_ORDER_MARK = '\ufeff';

type Cell = string | number | null;

type Export<Row> = {
  /** Without the extension. */
  fileName: string;
  columns: Record<string, (row: Row) => Cell>;
  /** The next rows after `last` (or the first ones); an empty list is the end. */
  readAfter: (last: Row | undefined) => Row[];
};

/**
 * A spreadsheet to download (RFC 4180, UTF-8). It is written while it is read and never held as a whole, so that its
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
      // If the client reads as fast as we write, no other request would get a turn without this.
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

/** One line of the file, with its line break. */
export function writeLine(cells: Cell[]): string {
  const harmless = cells.map((cell) => (typeof cell === 'string' ? cell.replace(FORMULA, "'") : cell));
  return `${Papa.unparse([harmless], FORMAT)}\r\n`;
}
