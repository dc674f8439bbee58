/** Returns a function that calls `load` at its first use and keeps the result. A failed load is tried again. */
export function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => {
    loaded ??= load().catch((error) => {
      // A failure may be temporary (no file handles left), so the next call tries again.
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
