/** Lists whose rows hold somebody's contact details. */
const LISTS = new Set(['leads', 'enquiries', 'companies', 'agents']);
/** Answers with the contents of the one lead that the call is about. */
const OF_ONE_LEAD = ['notes', 'events', 'messages'];

const leadKey = (id: unknown) => `leads ${id}`;

/**
 * The rows with contact details that are in a value read for somebody, each as its kind and id. `about`: the id in the
 * call's path.
 */
export function rowsIn(value: unknown, about?: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const rows: string[] = [];
  for (const [name, part] of Object.entries(value)) {
    if (Array.isArray(part)) {
      if (LISTS.has(name)) for (const { id } of part) rows.push(`${name} ${id}`);
    } else if (name === 'lead') {
      if (part) rows.push(leadKey(part.id));
    } else rows.push(...rowsIn(part));
  }
  if (about !== undefined && OF_ONE_LEAD.some((name) => name in value)) rows.push(leadKey(about));
  return rows;
}

/** How many leads are among `rowsIn`. */
export function countLeads(rows: readonly string[]): number {
  return rows.filter((row) => row.startsWith(leadKey(''))).length;
}
