interface Positioned {
  data: { position: number };
}

/** The entries' data as the editor ordered them in their file. */
export function inOrder<E extends Positioned>(entries: readonly E[]): E['data'][] {
  return entries.map(({ data }) => data).sort((one, other) => one.position - other.position);
}
