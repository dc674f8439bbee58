import { z } from 'zod';
import type { ListCursor } from '~/shared/paging';
import { AppError } from '../app-error';

const PAGE_SIZE = 50;
/** How many rows are read for a page: the one too many says that another page follows. */
export const ROWS_TO_READ = PAGE_SIZE + 1;

/** The page that ROWS_TO_READ rows at most make; `placeOf` says where a row stands, for the next page to begin after. */
export function toPage<Row, Cursor>(
  found: Row[],
  placeOf: (row: Row) => Cursor,
): { rows: Row[]; next_cursor: Cursor | null } {
  const rows = found.slice(0, PAGE_SIZE);
  const last = rows.at(-1);
  return { rows, next_cursor: found.length > PAGE_SIZE && last ? placeOf(last) : null };
}

const cursorSchema = z.tuple([z.iso.datetime({ precision: 3 }), z.int().positive()]);

/** @throws {AppError} `malformed` for text that encodeCursor did not make. */
export function decodeCursor(text: string): ListCursor {
  try {
    const [created_at, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { created_at, id };
  } catch {
    throw new AppError('malformed');
  }
}
