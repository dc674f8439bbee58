/**
 * A value as one text for an island's attribute. Astro writes each value of an object with its type, twice, and a
 * double quote within a text takes seven characters there; so they change places with backticks.
 */
export function toIslandText(value: unknown): string {
  return swapQuotes(JSON.stringify(value));
}

/** What `toIslandText` was given. */
export function fromIslandText<Value>(text: string): Value {
  return JSON.parse(swapQuotes(text));
}

/** JSON holds no control character, so one can stand for the other quote meanwhile. */
function swapQuotes(text: string): string {
  return text.replaceAll('`', '\u0001').replaceAll('"', '`').replaceAll('\u0001', '"');
}
