import { z } from 'zod';
import type { ListCursor } from '~/shared/paging';
import { AppError } from '../app-error';

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
