import { ReadableStream } from 'node:stream/web';
import { inTurn } from './database/slices';

type Separator = ',' | ';';

/**
 * Where a spreadsheet program could start to read a formula: at the start of a cell, after blanks or quotes it skips, by
 * = + - @, the minus sign, and what Unicode takes for them (NFKC), such as ﹦ and ⁼.
 * Programs set to another country split at the other separator and ignore our quotes, so a cell also begins after that
 * one or a tab, and a row at a line break. Apostrophes before the sign count too, so that `unescapeCell` can tell ours
 * from the originals. The order of the lookarounds keeps any run of signs from being scanned twice.
 */
const FORMULAS: Record<Separator, RegExp> = {
  ',': /(?=['=+\-@⁺⁻⁼₊₋₌−⩵⩶﬩﹢﹣﹦﹫＋－＝＠])(?<=(?:^|[;\t\r\n])[\s"\u200b\ufeff]*)(?='*[=+\-@⁺⁻⁼₊₋₌−⩵⩶﬩﹢﹣﹦﹫＋－＝＠])/g,
  ';': /(?=['=+\-@⁺⁻⁼₊₋₌−⩵⩶﬩﹢﹣﹦﹫＋－＝＠])(?<=(?:^|[,;\t\r\n])[\s"\u200b\ufeff]*)(?='*[=+\-@⁺⁻⁼₊₋₌−⩵⩶﬩﹢﹣﹦﹫＋－＝＠])/g,
};
/** The apostrophes we added, in a file with commas. */
const DISARMED = /'(?<=(?:^|[;\t\r\n])[\s"\u200b\ufeff]*')(?='*[=+\-@⁺⁻⁼₊₋₌−⩵⩶﬩﹢﹣﹦﹫＋－＝＠])/g;
/** What RFC 4180 quotes, another separator, and what readers trim. */
const TO_QUOTE = /[",;\t\r\n\ufeff]|^ | $/;
/** Without it Excel reads the file in the computer's legacy code page. */
export const BYTE_ORDER_MARK = '\ufeff';

type Cell = string | number | null;

type File = {
  /** Without the extension. */
  fileName: string;
  separator?: Separator;
  /** Whether it begins with a byte order mark; by default it does. */
  isMarked?: boolean;
};

type Export<Row> = File & {
  columns: Record<string, (row: Row) => Cell>;
  /** The rows after `last` (or the first ones); an empty list ends the file. */
  readAfter: (last: Row | undefined) => Row[];
};

/** A spreadsheet to download (RFC 4180, UTF-8), streamed as it is read, slice by slice: its size costs no memory. */
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

type Heads = File & { heads: string[] };

/** Like `csvResponse`, but columns may share a name. `readMore`: the next rows; an empty list ends the file. */
export function csvOfRows({ readMore, ...file }: Heads & { readMore: () => Cell[][] }): Response {
  const write = (rows: Cell[][]) => rows.map((row) => writeLine(row, file.separator)).join('');
  return csvOfParts({ ...file, readPart: () => inTurn(() => write(readMore())) });
}

/** Like `csvOfRows`, of lines written elsewhere. `readPart`: the next lines; '' ends the file. */
export function csvOfParts({
  fileName,
  heads,
  separator,
  isMarked = true,
  readPart,
}: Heads & { readPart: () => Promise<string> }): Response {
  async function* write() {
    const encoder = new TextEncoder();
    yield encoder.encode((isMarked ? BYTE_ORDER_MARK : '') + writeLine(heads, separator));
    for (let text = await readPart(); text !== ''; text = await readPart()) yield encoder.encode(text);
  }
  return new Response(ReadableStream.from(write()) as BodyInit, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}.csv"`,
    },
  });
}

/** One line of the file, with its line break. */
export function writeLine(cells: Cell[], separator: Separator = ','): string {
  const formula = FORMULAS[separator];
  const written = cells.map((cell) => {
    const text = typeof cell === 'string' ? cell.replace(formula, "'") : String(cell ?? '');
    return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${written.join(separator)}\r\n`;
}

/** A cell's text as it was before `writeLine` (with commas) escaped it. */
export function unescapeCell(cell: string): string {
  return cell.replace(DISARMED, '');
}
