import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseAll } from 'csv-parse/sync';
import { IMPORT_LIMITS } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/imports';
import { looksLikeData } from '../columns/contents';
import { countKnownHeads } from '../columns/heads';
import type { OpenText } from './encodings';
import { type FileRow, fileFault, type OpenFile } from './file-rows';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const SAMPLE_CHARACTERS = 32 * 1024;
const SAMPLE_ROWS = 30;
/** A row may hold several long cells; a longer one means an unclosed quote. */
const MAX_ROW_LENGTH = 8 * IMPORT_LIMITS.cell;
/** Including quotes and separators, which a row may have any number of. */
const MAX_RAW_ROW_LENGTH = 3 * MAX_ROW_LENGTH;
/** As many rows as a spreadsheet has, nearly all of them empty. */
const MAX_LINES = 2 ** 20;

const OPTIONS = {
  relax_column_count: true,
  // All, because a file written by two programs mixes line endings.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_quotes: true,
  max_record_size: MAX_ROW_LENGTH,
} satisfies Options;

/** How a text's rows are written: what separates the cells, and how many most rows have. */
type Table = { delimiter: string; width: number };

/** Opens a CSV with any usual separator. `sample`: its beginning. Row numbers are those a spreadsheet shows. */
export function openCsv({ pieces, ...text }: OpenText, sample: string): OpenFile {
  // Excel's hint, on a line of its own, which other programs show as data.
  const named = /^sep=(.)\r?\n/i.exec(sample);
  const table = named?.[1] ? layOut(sample.slice(named[0].length), named[1]) : chooseLayout(sample);
  const seen = { last: '', literal: [] };
  return {
    delimiter: table.delimiter,
    text,
    rows: () => readRows(pieces(), table, { hint: named?.[0].length ?? 0, seen }),
    literal: () => seen.literal,
    // The last line has no line break.
    isCut: () => !/[\r\n]/.test(seen.last),
  };
}

export function readSample(pieces: Iterable<string>): string {
  let sample = '';
  for (const text of pieces) {
    sample += text;
    if (sample.length > SAMPLE_CHARACTERS) break;
  }
  return sample.slice(0, SAMPLE_CHARACTERS);
}

/** By the separator that gives most rows the same width, and known heads. By frequency alone, decimal commas would win. */
function chooseLayout(sample: string): Table {
  return DELIMITERS.map((delimiter) => layOut(sample, delimiter)).reduce((best, one) =>
    one.score > best.score ? one : best,
  );
}

function layOut(sample: string, delimiter: string): Table & { score: number } {
  const rows = readSome(sample, delimiter).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const widths = rows.map((cells) => cells.length);
  const width = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0;
  const alike = widths.filter((one) => one === width).length / Math.max(1, widths.length);
  const known = Math.max(0, ...rows.map(countKnownHeads));
  return { delimiter, width, score: 10 * known + (width > 1 ? alike * Math.min(width, 10) : 0) };
}

function readSome(sample: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  const keep = (row: string[]) => {
    rows.push(row);
    return row;
  };
  try {
    parseAll(sample, { ...OPTIONS, delimiter, to: SAMPLE_ROWS, on_record: keep });
  } catch {
    // The sample ends within quotes, or this is not the separator.
  }
  return rows;
}

/** How long Excel's hint is, and what was seen so far: the last character, and rows with stray quotes. */
type Notes = { hint: number; seen: { last: string; literal: number[] } };

async function* readRows(pieces: Iterable<string>, table: Table, { hint, seen }: Notes): AsyncGenerator<FileRow> {
  const parser = parse({ ...OPTIONS, delimiter: table.delimiter, raw: true });
  let fault: unknown;
  parser.on('error', (error) => {
    fault = error;
  });
  let row = hint > 0 ? 1 : 0;
  let skipped = hint;
  let written = 0;
  const take = function* (): Generator<FileRow> {
    for (let found: Parsed | null = parser.read(); found; found = parser.read()) {
      written = 0;
      if (found.raw.length > MAX_RAW_ROW_LENGTH) throw fileFault(importErrors.longRow(row + 1));
      const lines = splitSwallowed(found.record, found.raw, table);
      for (const cells of lines ?? [found.record]) {
        if (++row > MAX_LINES) throw fileFault(importErrors.manyRows(IMPORT_LIMITS.rows));
        if (lines && cells.some((cell) => cell.includes('"'))) seen.literal.push(row);
        if (cells.length > 1 || cells[0] !== '') yield { row, cells, width: cells.length };
      }
    }
    if (fault) throw explain(fault, row);
  };
  for (const piece of pieces) {
    const text = piece.slice(skipped);
    skipped = Math.max(0, skipped - piece.length);
    seen.last = text.at(-1) ?? seen.last;
    parser.write(text);
    written += text.length;
    yield* take();
    if (written > MAX_RAW_ROW_LENGTH) throw fileFault(importErrors.longRow(row + 1));
  }
  parser.end();
  // The parser reports its end, or an unclosed quote, in a later turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  yield* take();
}

type Parsed = { record: string[]; raw: string };

function explain(error: unknown, row: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return fileFault(importErrors.longRow(row + 1));
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return fileFault(importErrors.quoteOpen(row));
  return fileFault(importErrors.damaged);
}

/**
 * The lines of a row that a stray quote has swallowed, each as a row whose unpaired quotes are read as such; null for a
 * row as it should be, also if a cell of it has line breaks. Two strays make one cell of the people between them: then a
 * line has a row's width and somebody's contact, and either all lines are rows or the last quote closes no cell.
 */
function splitSwallowed(cells: readonly string[], raw: string, { delimiter, width }: Table): string[][] | null {
  const broken = cells.filter((cell) => /[\r\n]/.test(cell));
  if (broken.length === 0 || width < 2) return null;
  const lines = raw.split(/\r\n|[\r\n]/).map((line) => readLine(line, delimiter));
  if (lines.at(-1)?.join('') === '') lines.pop();
  const isRow = (line: string[]) => line.length === width;
  if (!lines.slice(1).some((line) => isRow(line) && line.some(looksLikeData))) return null;
  // The parser leaves the first quote where text follows the last one.
  const isUnclosed = broken.some((cell) => cell.startsWith('"'));
  return isUnclosed || lines.every((line) => isRow(line) || line.join('') === '') ? lines : null;
}

/** The cells of a line; a quote counts only if its cell ends with another one. */
function readLine(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const close = line[at] === '"' ? findClose(line, at + 1, delimiter) : -1;
    const next = line.indexOf(delimiter, close < 0 ? at : close);
    const end = next < 0 ? line.length : next;
    cells.push(close < 0 ? line.slice(at, end) : line.slice(at + 1, close).replaceAll('""', '"'));
    at = end + 1;
  }
  return cells;
}

/** Where the cell with this content ends; -1 if text follows its quote, or none does. */
function findClose(line: string, from: number, delimiter: string): number {
  let at = line.indexOf('"', from);
  while (at >= 0 && line[at + 1] === '"') at = line.indexOf('"', at + 2);
  return at + 1 === line.length || line[at + 1] === delimiter ? at : -1;
}
