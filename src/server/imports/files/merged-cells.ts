import { IMPORT_LIMITS } from '~/shared/imports/import';
import type { FileRow } from './open-file';

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
