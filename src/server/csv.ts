import Papa from 'papaparse';
import { inTurn } from './database/turns';

/** What stands between two cells. */
export type Separator = ',' | ';';

/**
 * Where a spreadsheet program could start to read a formula: at the start of a cell, after blanks or quotes that it
 * skips. Programs set to another country split the file at the other separator and ignore our quotes. So for them a cell
 * also begins after that one or a tab, and a row at a line break. Behind apostrophes, too, so that ours can be told from those
 * that were there. What looks ahead and back is in the order in which no run of signs is read twice.
 */
const FORMULAS: Record<Separator, RegExp> = {
  ',': /(?=['=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[\s"\u200b\ufeff]*)(?='*[=+\-@＝＋－＠])/g,
  ';': /(?=['=+\-@＝＋－＠])(?<=(?:^|[,;\t\r\n])[\s"\u200b\ufeff]*)(?='*[=+\-@＝＋－＠])/g,
};
/** The apostrophes that were put there, where the comma stands between two cells. */
const DISARMED = /'(?<=(?:^|[;\t\r\n])[\s"\u200b\ufeff]*')(?='*[=+\-@＝＋－＠])/g;
/** Cells with another separator are also put in quotes. */
const FORMAT = { newline: '\r\n', quotes: (cell: unknown) => /[,;\t]/.test(String(cell)) };
/** Without it Excel reads the file in the computer's old code page. */
export const BYTE_ORDER_MARK = '\ufeff';

type Cell = string | number | null;

type File = {
  /** Without the extension. */
  fileName: string;
  separator?: Separator;
  /** Whether it begins with a byte order mark, as by default. */
  isMarked?: boolean;
};

type Export<Row> = File & {
  columns: Record<string, (row: Row) => Cell>;
  /** The next rows after `last` (or the first ones); an empty list is the end. */
  readAfter: (last: Row | undefined) => Row[];
};

/**
 * A spreadsheet to download (RFC 4180, UTF-8). It is written while it is read and never held as a whole, so that its
 * size costs no memory and other requests are answered between two slices.
 */
export function csvResponse<Row>({ columns, readAfter, ...file }: Export<Row>): Response {
  const cells = Object.values(columns);
  let last: Row | undefined;
  return csvOfRows({
    ...file,
    heads: Object.keys(columns),
    readMore: () => {
      const rows = readAfter(last);
      last = rows.at(-1);
      return rows.map((row) => cells.map((cell) => cell(row)));
    },
  });
}

type Rows = File & {
  heads: string[];
  /** The next rows; none is the end. */
  readMore: () => Cell[][];
};

/** The same with columns of which several may have one name. */
export function csvOfRows({ readMore, ...file }: Rows): Response {
  return csvOfParts({
    ...file,
    readPart: () =>
      inTurn(() =>
        readMore()
          .map((row) => writeLine(row, file.separator))
          .join(''),
      ),
  });
}

type Parts = File & {
  heads: string[];
  /** The next lines; none is the end. */
  readPart: () => Promise<string>;
};

/** The same of lines that are written elsewhere. */
export function csvOfParts({ fileName, heads, separator = ',', isMarked = true, readPart }: Parts): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const heading = writeLine(heads, separator);
      controller.enqueue(encoder.encode((isMarked ? BYTE_ORDER_MARK : '') + heading));
    },
    async pull(controller) {
      const text = await readPart();
      if (text === '') controller.close();
      else controller.enqueue(encoder.encode(text));
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
export function writeLine(cells: Cell[], separator: Separator = ','): string {
  const formula = FORMULAS[separator];
  const harmless = cells.map((cell) => (typeof cell === 'string' ? cell.replace(formula, "'") : cell));
  return `${Papa.unparse([harmless], { ...FORMAT, delimiter: separator })}\r\n`;
}

/** What a cell said before it was written with commas. */
export function readBack(cell: string): string {
  return cell.replace(DISARMED, '');
}
