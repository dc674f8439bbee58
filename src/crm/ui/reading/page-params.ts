/** A list's query string: the active filters, and the cursor of the page following `after`. */
export function pageParams(
  after: { next_cursor: string | number | null } | null,
  filters: Record<string, string> | URLSearchParams = {},
): string {
  const params = new URLSearchParams(filters);
  for (const [name, value] of [...params]) if (!value) params.delete(name);
  if (after?.next_cursor != null) params.set('cursor', String(after.next_cursor));
  return params.size > 0 ? `?${params}` : '';
}
