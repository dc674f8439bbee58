import { IMPORT_LIMITS } from '~/shared/imports/import';
import type { FileRow } from './open-file';

/** Writes a cell into a row, whatever is left of it. */
export function fill(cells: string[], column: number, value: string): void {
  while (cells.length < column) cells.push('');
  cells[column] = value;
}

/**
 * Cells that are merged over several rows, of which only the first has the value: it counts for all of them that say
 * something else, too. Of those that are merged over columns only the first has it: a title is one.
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
