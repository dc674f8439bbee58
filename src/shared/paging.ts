/** The place in a list after which a page begins. */
export type ListCursor = { created_at: string; id: number };

/** A cursor as opaque URL-safe text. */
export function encodeCursor({ created_at, id }: ListCursor): string {
  return btoa(JSON.stringify([created_at, id]))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** A page of a list: its rows under the list's name, and the cursor of the next page; null after the last. */
export type Page<Name extends string, Row, Cursor = string> = Record<Name, Row[]> & {
  next_cursor: Cursor | null;
};
