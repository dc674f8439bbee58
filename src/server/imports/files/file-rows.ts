import { type AppError, errorAt } from '~/server/app-error';
import { IMPORT_LIMITS, type LegacyEncoding } from '~/shared/imports/import';

/**
 * A row of the file: the number a spreadsheet shows, and how many cells it was written with. `isHidden`: by hand, or by a
 * filter.
 */
export type FileRow = { row: number; cells: string[]; width: number; isHidden?: boolean };

/** A text file's lines that are not valid UTF-8 are read by `legacy`, each by itself; null: there are none. */
export type TextLetters = {
  legacy: LegacyEncoding | null;
  /** Whether a word of this cell is read so, as far as the first of those lines show. */
  isLegacy: (cell: string) => boolean;
};

export type OpenFile = {
  /** A CSV's; by default the one that opens in columns in Spanish Excel. */
  delimiter?: string;
  /** A workbook's visible sheets, which `rows` indexes. `first`: its first rows, unless it is the only one of an Excel file. */
  sheets?: { name: string; first: FileRow[] }[];
  /** Whether its plain numbers count days from 1904; cells formatted as dates come as such. */
  from1904?: boolean;
  /** Unless it is a workbook. */
  text?: TextLetters;
  rows: (sheet: number) => AsyncGenerator<FileRow>;
  /** Rows read so far whose stray quotes are read as quotes. */
  literal?: () => readonly number[];
  isCut?: () => boolean;
};

/** How many rows are looked at to recognise the columns, and the sheet with the people. */
export const ROWS_TO_INSPECT = 200;

/** Why a file cannot be read, in a sentence for whoever sent it. */
export function fileFault(message: string): AppError {
  return errorAt('file', message);
}

/** Writes a cell, padding the row up to it. */
export function fill(cells: string[], column: number, value: string): void {
  while (cells.length < column) cells.push('');
  cells[column] = value;
}

/**
 * A cell merged over rows holds its value only in the first: it is repeated in the others that have content. One merged
 * over columns is not, since titles are.
 */
export class MergedCells {
  readonly #open = new Map<number, { to: number; value: string }>();

  begin(column: number, to: number, value: string): void {
    if (column < IMPORT_LIMITS.columns && value !== '') this.#open.set(column, { to, value });
  }

  fill({ row, cells }: FileRow): void {
    if (cells.length === 0) return;
    for (const [column, { to, value }] of this.#open) {
      if (row > to) this.#open.delete(column);
      else if (!cells[column]) fill(cells, column, value);
    }
  }
}
