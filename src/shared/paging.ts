/**
 * The row after which a page starts, in the list's order. Some lists of leads sort by notes, next contact or last
 * activity.
 */
export type ListCursor = {
  created_at: string;
  id: number;
  notes_count?: number;
  next_contact_on?: string;
  next_contact_at?: string;
  last_activity_at?: string;
};

/** A row's position as an opaque, URL-safe cursor. */
export function encodeCursor(row: ListCursor): string {
  const { created_at, id, notes_count, next_contact_on, next_contact_at, last_activity_at } = row;
  const place = [created_at, id, notes_count, next_contact_on, next_contact_at, last_activity_at];
  while (place.at(-1) === undefined) place.pop();
  return btoa(JSON.stringify(place))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/={1,2}$/, '');
}

/** A page of a list: rows under the list's name, and the next page's cursor, null after the last. */
export type Page<Name extends string, Row, Cursor = string> = Record<Name, Row[]> & {
  next_cursor: Cursor | null;
};
