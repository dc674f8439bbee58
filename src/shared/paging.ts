/** Where a page of a list begins: after this row, in the list's order. */
export type ListCursor = { created_at: string; id: number };

/** A row's place in its list as opaque URL-safe text. */
export function encodeCursor({ created_at, id }: ListCursor): string {
  return btoa(JSON.stringify([created_at, id]))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** A page of a list as it is told: its rows under the list's name, and where the next one begins; null after the last. */
export type Page<Name extends string, Row, Cursor = string> = Record<Name, Row[]> & {
  next_cursor: Cursor | null;
};
