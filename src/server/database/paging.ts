import { z } from 'zod';
import type { ListCursor } from '~/shared/paging';
import { AppError } from '../app-error';

const PAGE_SIZE = 50;
/** One more than a page shows, to know whether another page follows. */
export const ROWS_TO_READ = PAGE_SIZE + 1;

/**
 * Makes a page from at most ROWS_TO_READ rows; `placeOf` gives the cursor of a row, after which the next page begins.
 */
export function toPage<Row, Cursor>(
  found: Row[],
  placeOf: (row: Row) => Cursor,
): { rows: Row[]; next_cursor: Cursor | null } {
  const rows = found.slice(0, PAGE_SIZE);
  const last = rows.at(-1);
  return { rows, next_cursor: found.length > PAGE_SIZE && last ? placeOf(last) : null };
}

const cursorSchema = z.tuple([
  z.iso.datetime({ precision: 3 }),
  z.int().positive(),
  z.int().nonnegative().optional(),
]);

/** @throws {AppError} `malformed` if encodeCursor did not make this text. */
export function decodeCursor(text: string): ListCursor {
  try {
    const [created_at, id, notes_count] = cursorSchema.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString()),
    );
    return { created_at, id, ...(notes_count !== undefined && { notes_count }) };
  } catch {
    throw new AppError('malformed');
  }
}
