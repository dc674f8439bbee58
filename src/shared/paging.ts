/** Where a page of a list begins: after this row, in the list's order. Some lists of leads go by their notes. */
export type ListCursor = { created_at: string; id: number; notes_count?: number };

/** A row's place in its list as opaque URL-safe text. */
export function encodeCursor({ created_at, id, notes_count }: ListCursor): string {
  const place = notes_count === undefined ? [created_at, id] : [created_at, id, notes_count];
  return btoa(JSON.stringify(place)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** A page of a list: its rows under the list's name, and the cursor of the next page; null after the last. */
export type Page<Name extends string, Row, Cursor = string> = Record<Name, Row[]> & {
  next_cursor: Cursor | null;
};
