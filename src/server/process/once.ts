/** What `load` resolves to, loaded when it is first asked for and kept. A load that failed is tried again. */
export function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => {
    loaded ??= load().catch((error) => {
      // Want of a file handle passes; what needs it must not stay broken.
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
