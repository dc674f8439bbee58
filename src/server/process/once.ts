/** Returns a function that calls `load` at first use and keeps the result. A failed load is retried. */
export function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => {
    loaded ??= load().catch((error) => {
      // A failure may pass (no file handles left), so the next call retries.
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
