/** Lists whose rows hold somebody's contact details; a message sent holds its lead's. */
const LISTS = new Set(['leads', 'enquiries', 'companies', 'agents']);
/** Their names where an answer has one. */
const ONE = new Map([
  ['lead', 'leads'],
  ['delivery', 'deliveries'],
]);
/** Answers with the contents of the one lead that the call is about. */
const OF_ONE_LEAD = ['notes', 'events', 'messages'];

const keyOf = (list: string, id: unknown) => `${list} ${id}`;

/**
 * The rows with contact details that are in a value read for somebody, each as its kind and id. `about`: the id in the
 * call's path.
 */
export function rowsIn(value: unknown, about?: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const rows: string[] = [];
  for (const [name, part] of Object.entries(value)) {
    const list = ONE.get(name);
    if (Array.isArray(part)) {
      if (LISTS.has(name)) for (const { id } of part) rows.push(keyOf(name, id));
    } else if (list) {
      if (part) rows.push(keyOf(list, part.id));
    } else rows.push(...rowsIn(part));
  }
  if (about !== undefined && OF_ONE_LEAD.some((name) => name in value)) rows.push(keyOf('leads', about));
  return rows;
}

/** How many leads are among `rowsIn`. */
export function countLeads(rows: readonly string[]): number {
  return rows.filter((row) => row.startsWith(keyOf('leads', ''))).length;
}
