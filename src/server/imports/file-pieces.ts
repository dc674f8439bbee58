import { IMPORT_LIMITS, type ImportDraft, type ImportField, type ReadAs } from '~/shared/imports/import';
import type { ImportUpload } from '~/shared/imports/schema';
import { importErrors } from '~/shared/strings/imports';
import { guessFields, guessMapping } from './columns/guess-columns';
import { findHeadRow } from './columns/head-row';
import { type FileRow, fileFault, type OpenFile, ROWS_TO_INSPECT } from './files/file-rows';
import { openFile } from './files/open-file';
import type { ImportRow } from './import-queries';
import { makeLetterWatch, type StoredReadAs } from './read-as';

/** A batch is stored before the next is read. */
const ROWS_PER_PIECE = 1000;
const CHARACTERS_PER_PIECE = 2 ** 20;
/** As many as a sheet has. */
const MAX_HIDDEN_ROWS = 2 ** 20;
/** Where as many rows have an empty tail, the last one may lack it. */
const EMPTY_TAIL_SHARE = 0.1;
const MAX_ROWS_TOLD = 10;

/** Without a `sheet` the one that looks like people is read. */
type SentFile = Omit<ImportUpload, 'name'> & { bytes: Uint8Array };

type FileHead = Pick<ImportDraft, 'columns' | 'mapping' | 'sheets' | 'sheet'> & { delimiter: string; from_1904: 0 | 1 };
type FilePiece = { head: FileHead } | { rows: ImportRow[] } | (Pick<ImportDraft, 'texts'> & { read_as: StoredReadAs });

/**
 * Reads a file: yields its structure, then its rows as they are stored, and finally the distinct texts of each column,
 * and how it was read.
 * @throws {AppError} `invalid` with a sentence that says what is wrong with it.
 */
export async function* readPieces({ bytes, sheet, ...wanted }: SentFile): AsyncGenerator<FilePiece> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { delimiter = ';', sheets = [], from1904, text, rows, literal, isCut } = await openFile(file, wanted.encoding);
  const at = chooseSheet(sheets, sheet);
  const hidden = { rows: 0, isTaken: wanted.hidden ?? false };
  const first: FileRow[] = [];
  const iterator = watchHidden(rows(at), hidden);
  let next = await iterator.next();
  for (; !next.done && first.length < ROWS_TO_INSPECT; next = await iterator.next()) first.push(next.value);
  if (first.length === 0) throw fileFault(hidden.rows > 0 ? importErrors.allHidden : importErrors.empty);

  const { columns, heads, width, data } = findHeadRow(first, wanted.heads);
  const mapping = guessMapping(columns, data);
  const names = sheets.map(({ name }) => name);
  yield {
    head: { delimiter, columns, mapping, from_1904: from1904 ? 1 : 0, sheets: names, sheet: names[at] ?? null },
  };

  const texts = makeTextWatch(columns.length);
  const letters = makeLetterWatch(mapping, text);
  let total = 0;
  let narrower = 0;
  /** How many rows have content in this many columns. */
  const filled: number[] = [];
  let last: FileRow | undefined;
  let piece: ImportRow[] = [];
  let characters = 0;
  /** Rows are emitted one late, because only the end of the file tells whether the last is whole. */
  const take = (row: FileRow) => {
    if (last) {
      const stored = toStored(last, null);
      piece.push(stored);
      characters += stored.cells.length;
      filled[last.cells.length] = (filled[last.cells.length] ?? 0) + 1;
    }
    last = row;
    texts.look(row.cells);
    letters.look(row);
    if (row.width < width) narrower++;
    if (++total > IMPORT_LIMITS.rows) throw fileFault(importErrors.manyRows(IMPORT_LIMITS.rows));
  };
  for (const row of data) take(row);
  for (; !next.done; next = await iterator.next()) {
    take(next.value);
    if (piece.length < ROWS_PER_PIECE && characters < CHARACTERS_PER_PIECE) continue;
    yield { rows: piece };
    piece = [];
    characters = 0;
  }
  if (!last) throw fileFault(hidden.rows > 0 && !hidden.isTaken ? importErrors.allHidden : importErrors.noRows);
  const alike = filled.slice(0, last.width + 1).reduce((sum, count) => sum + (count ?? 0), 0);
  // All other rows are as wide as the heads, and hardly any is empty where this one, which ends mid-line, has nothing.
  const wasCut = isCut?.() && last.width < width && narrower === 1 && alike < total * EMPTY_TAIL_SHARE;
  yield { rows: [...piece, toStored(last, wasCut ? importErrors.cutRow(last.width, width) : null)] };
  const strays = literal?.() ?? [];
  yield {
    texts: texts.found(),
    read_as: {
      heads,
      encoding: text?.legacy ?? null,
      letters: letters.found(),
      hidden,
      literal: { rows: strays.length, first: strays.slice(0, MAX_ROWS_TOLD) },
    },
  };
}

async function* watchHidden(rows: AsyncGenerator<FileRow>, hidden: ReadAs['hidden']): AsyncGenerator<FileRow> {
  for await (const row of rows) {
    if (row.isHidden && ++hidden.rows > MAX_HIDDEN_ROWS) throw fileFault(importErrors.manyRows(IMPORT_LIMITS.rows));
    if (!row.isHidden || hidden.isTaken) yield row;
  }
}

function toStored({ row, cells }: FileRow, reason: string | null): ImportRow {
  return { row, cells: JSON.stringify(cells), reason };
}

/** What makes a table one of people; any other field adds 1. */
const FIELD_SCORES: Partial<Record<ImportField, number>> = { email: 4, whatsapp: 4, nombre: 3, apellido: 3 };
const ENOUGH_ROWS = 3;

type Sheets = NonNullable<OpenFile['sheets']>;

/**
 * Index of the wanted sheet, or of the one most like a table of people: a summary may come first.
 * @throws {AppError} `invalid` if no sheet has that name.
 */
function chooseSheet(sheets: Sheets, wanted: string | undefined): number {
  if (wanted === undefined) {
    const scores = sheets.map(({ first }) => scoreOf(first));
    return Math.max(0, scores.indexOf(Math.max(...scores)));
  }
  const at = sheets.findIndex(({ name }) => name === wanted);
  if (at < 0) throw fileFault(importErrors.sheetUnknown(wanted));
  return at;
}

function scoreOf(rows: FileRow[]): number {
  const { columns, data } = findHeadRow(rows);
  if (data.length === 0) return 0;
  const fields = new Set(guessFields(columns, data));
  const score = [...fields].reduce((sum, field) => sum + (field ? (FIELD_SCORES[field] ?? 1) : 0), 0);
  return score + Math.min(data.length, ENOUGH_ROWS) / ENOUGH_ROWS;
}

/** More texts, or longer ones, are no names of values. */
const MAX_TEXTS = 60;
const MAX_TEXT_LENGTH = 60;

/** Collects each column's distinct texts, most frequent first; null if they are too many or too long. */
export function makeTextWatch(columns: number) {
  const counts: (Map<string, number> | null)[] = Array.from({ length: columns }, () => new Map());
  return {
    look(cells: readonly string[]) {
      for (const [index, counted] of counts.entries()) {
        const text = cells[index]?.trim();
        if (!counted || !text) continue;
        counted.set(text, (counted.get(text) ?? 0) + 1);
        if (counted.size > MAX_TEXTS || text.length > MAX_TEXT_LENGTH) counts[index] = null;
      }
    },
    found: (): (string[] | null)[] =>
      counts.map((counted) => counted && [...counted].sort((a, b) => b[1] - a[1]).map(([text]) => text)),
  };
}
