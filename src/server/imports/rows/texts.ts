/** More texts, or longer ones, are no names of values. */
const MOST_TEXTS = 60;
const LONGEST_TEXT = 60;

/** Collects each column's distinct texts, most frequent first; null if they are too many or too long. */
export function makeTextWatch(columns: number) {
  const counts: (Map<string, number> | null)[] = Array.from({ length: columns }, () => new Map());
  return {
    look(cells: readonly string[]) {
      for (const [index, counted] of counts.entries()) {
        const text = cells[index]?.trim();
        if (!counted || !text) continue;
        counted.set(text, (counted.get(text) ?? 0) + 1);
        if (counted.size > MOST_TEXTS || text.length > LONGEST_TEXT) counts[index] = null;
      }
    },
    found: (): (string[] | null)[] =>
      counts.map((counted) => counted && [...counted].sort((a, b) => b[1] - a[1]).map(([text]) => text)),
  };
}
