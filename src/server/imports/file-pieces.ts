import { IMPORT_LIMITS, type ImportDraft, type ImportField, type ImportMapping } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/imports';
import { findHeadRow, guessFields, guessMapping } from './columns/guess-columns';
import { type FileRow, fileFault, type OpenFile, ROWS_TO_INSPECT } from './files/file-rows';
import { openFile } from './files/open-file';
import type { ImportRow } from './import-queries';

/** A batch is stored before the next is read. */
const ROWS_PER_PIECE = 1000;
const CHARACTERS_PER_PIECE = 2 ** 20;

/** `sheet`: the workbook's sheet to read; null: the one that looks like people. */
type SentFile = { bytes: Uint8Array; sheet: string | null };

/** Structure of a file, from its first rows. */
export type FileHead = {
  delimiter: string;
  columns: string[];
  mapping: ImportMapping;
  from1904: boolean;
} & Pick<ImportDraft, 'sheets' | 'sheet'>;
type FilePiece = { head: FileHead } | { rows: ImportRow[] } | Pick<ImportDraft, 'texts'>;

/**
 * Reads a file: yields its structure, then its rows as they are stored, and finally the distinct texts of each column.
 * @throws {AppError} `invalid` with a sentence that says what is wrong with it.
 */
export async function* readPieces({ bytes, sheet }: SentFile): AsyncGenerator<FilePiece> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { delimiter, sheets, from1904 = false, rows, isCut } = await openFile(file);
  const at = chooseSheet(sheets, sheet);
  const first: FileRow[] = [];
  const iterator = rows(at);
  let next = await iterator.next();
  for (; !next.done && first.length < ROWS_TO_INSPECT; next = await iterator.next()) first.push(next.value);
  if (first.length === 0) throw fileFault(importErrors.empty);

  const { columns, dataFrom } = findHeadRow(first);
  const heads = first[dataFrom - 1]?.width ?? columns.length;
  const data = first.slice(dataFrom);
  yield {
    head: {
      delimiter,
      columns,
      mapping: guessMapping(columns, data),
      from1904,
      sheets: sheets.map(({ name }) => name),
      sheet: sheets[at]?.name ?? null,
    },
  };

  const texts = makeTextWatch(columns.length);
  let total = 0;
  let narrower = 0;
  let last: FileRow | undefined;
  let piece: ImportRow[] = [];
  let characters = 0;
  /** Rows are emitted one late, because only the end of the file tells whether the last is whole. */
  const take = (row: FileRow) => {
    if (last) {
      const stored = toStored(last, null);
      piece.push(stored);
      characters += stored.cells.length;
    }
    last = row;
    texts.look(row.cells);
    if (row.width < heads) narrower++;
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
  if (!last) throw fileFault(importErrors.noRows);
  // All other rows are as wide as the heads, and this one ends mid-line.
  const wasCut = isCut() && last.width < heads && narrower === 1;
  yield { rows: [...piece, toStored(last, wasCut ? importErrors.cutRow(last.width, heads) : null)] };
  yield { texts: texts.found() };
}

function toStored({ row, cells }: FileRow, reason: string | null): ImportRow {
  return { row, cells: JSON.stringify(cells), reason };
}

/** What makes a table one of people; any other field adds 1. */
const FIELD_SCORES: Partial<Record<ImportField, number>> = { email: 4, whatsapp: 4, nombre: 3, apellido: 3 };
const ENOUGH_ROWS = 3;

/**
 * Index of the wanted sheet, or of the one most like a table of people: a summary may come first.
 * @throws {AppError} `invalid` if no sheet has that name.
 */
function chooseSheet(sheets: OpenFile['sheets'], wanted: string | null): number {
  if (wanted === null) {
    const scores = sheets.map(({ first }) => scoreOf(first));
    return Math.max(0, scores.indexOf(Math.max(...scores)));
  }
  const at = sheets.findIndex(({ name }) => name === wanted);
  if (at < 0) throw fileFault(importErrors.sheetUnknown(wanted));
  return at;
}

function scoreOf(rows: OpenFile['sheets'][number]['first']): number {
  const { columns, dataFrom } = findHeadRow(rows);
  const data = rows.slice(dataFrom);
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
