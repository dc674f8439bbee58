import { z } from 'zod';
import type { ListCursor } from '~/shared/paging';
import { AppError } from '../app-error';

export const PAGE_SIZE = 50;
/** One more than a page shows, to know whether another follows. */
export const ROWS_TO_READ = PAGE_SIZE + 1;

/** Makes a page of rows read with one to spare; `placeOf` gives the cursor after which the next page begins. */
export function toPage<Row, Cursor>(
  found: Row[],
  placeOf: (row: Row) => Cursor,
  size = PAGE_SIZE,
): { rows: Row[]; next_cursor: Cursor | null } {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, next_cursor: found.length > size && last ? placeOf(last) : null };
}

const cursorSchema = z.tuple([
  z.iso.datetime({ precision: 3 }),
  z.int().positive(),
  z.int().nonnegative().nullish(),
  z.string().max(10).nullish(),
  z.string().max(5).nullish(),
  z.string().max(24).optional(),
]);

/** @throws {AppError} `malformed` if encodeCursor did not make this text. */
export function decodeCursor(text: string): ListCursor {
  try {
    const [created_at, id, notes_count, next_contact_on, next_contact_at, last_activity_at] = cursorSchema.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString()),
    );
    return {
      created_at,
      id,
      ...(typeof notes_count === 'number' && { notes_count }),
      ...(typeof next_contact_on === 'string' && { next_contact_on, next_contact_at: next_contact_at ?? '' }),
      ...(last_activity_at !== undefined && { last_activity_at }),
    };
  } catch {
    throw new AppError('malformed');
  }
}
