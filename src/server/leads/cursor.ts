import { z } from 'zod';
import { AppError } from '../app-error';
import type { LeadCursor } from './lead-list-queries';

const cursorSchema = z.tuple([z.iso.datetime({ precision: 3 }), z.int().positive()]);

/** A lead's place in the list as opaque URL-safe text. */
export function encodeCursor({ created_at, id }: LeadCursor): string {
  return Buffer.from(JSON.stringify([created_at, id])).toString('base64url');
}

/** @throws {AppError} `malformed` for text that encodeCursor did not make. */
export function decodeCursor(text: string): LeadCursor {
  try {
    const [created_at, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { created_at, id };
  } catch {
    throw new AppError('malformed');
  }
}
