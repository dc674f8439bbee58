import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseAll } from 'csv-parse/sync';
import { IMPORT_LIMITS } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/imports';
import { countKnownHeads } from '../columns/heads';
import type { OpenText } from './encodings';
import { type FileRow, fileFault, type OpenFile } from './file-rows';
import { splitSwallowed, type Table } from './stray-quotes';

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

/** Opens a CSV with any usual separator. `sample`: its beginning. Row numbers are those a spreadsheet shows. */
export function openCsv({ pieces, ...text }: OpenText, sample: string): OpenFile {
  // Excel's hint, on a line of its own, which other programs show as data.
  const named = /^sep=(.)\r?\n/i.exec(sample);
  const table = named?.[1] ? layOut(sample.slice(named[0].length), named[1]) : chooseLayout(sample);
  const literal: number[] = [];
  let last = '';
  const note = (text: string) => {
    last = text.at(-1) ?? last;
  };
  return {
    delimiter: table.delimiter,
    sheets: [],
    text,
    rows: () => readRows(pieces(), table, { hint: named?.[0].length ?? 0, note, literal }),
    literal: () => literal,
    // The last line has no line break.
    isCut: () => last !== '\n' && last !== '\r',
  };
}

/** A text's beginning. */
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

type Notes = { hint: number; note: (text: string) => void; literal: number[] };

async function* readRows(
  pieces: Iterable<string>,
  table: Table,
  { hint, note, literal }: Notes,
): AsyncGenerator<FileRow> {
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
        if (lines && cells.some((cell) => cell.includes('"'))) literal.push(row);
        if (cells.length > 1 || cells[0] !== '') yield { row, cells, width: cells.length };
      }
    }
    if (fault) throw explain(fault, row);
  };
  for (const piece of pieces) {
    const text = piece.slice(skipped);
    skipped = Math.max(0, skipped - piece.length);
    note(text);
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

/** A row, and its text. */
type Parsed = { record: string[]; raw: string };

function explain(error: unknown, row: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return fileFault(importErrors.longRow(row + 1));
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return fileFault(importErrors.quoteOpen(row));
  return fileFault(importErrors.damaged);
}
