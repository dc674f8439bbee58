import { z } from 'zod';
import { AppError } from './app-error';

/** Where a page of a newest-first list begins: after this row, in the list's order. */
export type ListCursor = { created_at: string; id: number };

const cursorSchema = z.tuple([z.iso.datetime({ precision: 3 }), z.int().positive()]);

/** A row's place in its list as opaque URL-safe text. */
export function encodeCursor({ created_at, id }: ListCursor): string {
  return Buffer.from(JSON.stringify([created_at, id])).toString('base64url');
}

/** @throws {AppError} `malformed` for text that encodeCursor did not make. */
export function decodeCursor(text: string): ListCursor {
  try {
    const [created_at, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { created_at, id };
  } catch {
    throw new AppError('malformed');
  }
}
