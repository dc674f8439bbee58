import { isUtf8 } from 'node:buffer';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseAll } from 'csv-parse/sync';
import { IMPORT_LIMITS } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/imports';
import { countKnownHeads } from '../columns/heads';
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

/** Opens a CSV in any usual encoding and separator. Row numbers are those a spreadsheet shows. */
export function openCsv(file: Buffer): OpenFile {
  const sample = readSample(file);
  // Excel's hint, on a line of its own, which other programs show as data.
  const named = /^sep=(.)\r?\n/i.exec(sample);
  const delimiter = named?.[1] ?? chooseDelimiter(sample);
  let last = '';
  const note = (text: string) => {
    last = text.at(-1) ?? last;
  };
  return {
    delimiter,
    sheets: [],
    rows: () => readRows(file, delimiter, named?.[0].length ?? 0, note),
    // The last line has no line break.
    isCut: () => last !== '\n' && last !== '\r',
  };
}

/** A text's beginning. */
export function readSample(file: Buffer): string {
  let sample = '';
  for (const text of readText(file)) {
    sample += text;
    if (sample.length > SAMPLE_CHARACTERS) break;
  }
  return sample.slice(0, SAMPLE_CHARACTERS);
}

/** The separator that gives most rows the same width, and known heads. By frequency alone, decimal commas would win. */
function chooseDelimiter(sample: string): string {
  const scores = DELIMITERS.map((delimiter) => {
    const rows = readSome(sample, delimiter).filter((cells) => cells.some((cell) => cell.trim() !== ''));
    const widths = rows.map((cells) => cells.length);
    const usual = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0;
    const alike = widths.filter((width) => width === usual).length / Math.max(1, widths.length);
    const known = Math.max(0, ...rows.map(countKnownHeads));
    return { delimiter, score: 10 * known + (usual > 1 ? alike * Math.min(usual, 10) : 0) };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
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

async function* readRows(
  file: Buffer,
  delimiter: string,
  hint: number,
  note: (text: string) => void,
): AsyncGenerator<FileRow> {
  const parser = parse({ ...OPTIONS, delimiter });
  let fault: unknown;
  parser.on('error', (error) => {
    fault = error;
  });
  let row = hint > 0 ? 1 : 0;
  let skipped = hint;
  let written = 0;
  const take = function* (): Generator<FileRow> {
    for (let cells: string[] | null = parser.read(); cells; cells = parser.read()) {
      if (++row > MAX_LINES) throw fileFault(importErrors.manyRows(IMPORT_LIMITS.rows));
      written = 0;
      if (cells.length > 1 || cells[0] !== '') yield { row, cells, width: cells.length };
    }
    if (fault) throw explain(fault, row);
  };
  for (const piece of readText(file)) {
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

function explain(error: unknown, row: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return fileFault(importErrors.longRow(row + 1));
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return fileFault(importErrors.quoteOpen(row));
  return fileFault(importErrors.damaged);
}

/** Kept small, because the parser makes an error per row that is not as wide as the first. */
const PIECE_BYTES = 16 * 1024;
const SAMPLE_BYTES = 4096;

/**
 * A text file's encoding: by its BOM; UTF-16 without one if every second byte is zero; UTF-8 if all of it is valid;
 * otherwise windows-1252, which Spanish Excel writes.
 */
function findEncoding(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le';
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be';
  const sample = file.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even < sample.length / 50) return 'utf-16le';
  if (even > sample.length / 4 && odd < sample.length / 50) return 'utf-16be';
  return isUtf8(file) ? 'utf-8' : 'windows-1252';
}

/**
 * Streams a file's text in pieces of some thousand characters, without its BOM.
 * @throws {AppError} `invalid` if it holds a NUL, which no text does.
 */
export function* readText(file: Buffer): Generator<string> {
  const decoder = new TextDecoder(findEncoding(file));
  for (let at = 0; at < file.byteLength; at += PIECE_BYTES) {
    const text = decoder.decode(file.subarray(at, at + PIECE_BYTES), { stream: true });
    if (text.includes('\0')) throw fileFault(importErrors.binary);
    yield text;
  }
  yield decoder.decode();
}
