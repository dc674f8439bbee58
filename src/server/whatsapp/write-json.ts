/** A value as JSON; null for one that is nested more deeply than can be written, although it could be read. */
export function writeJson(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
