import { $stream } from './stream';

/**
 * Calls `listener` for the live stream's events of a type, whichever connection brings them. Returns a function that
 * stops it.
 */
export function onStream(type: string, listener: (event: MessageEvent<string>) => void): () => void {
  const ended = new AbortController();
  const unbind = $stream.subscribe((stream) => stream?.addEventListener(type, listener, { signal: ended.signal }));
  return () => {
    ended.abort();
    unbind();
  };
}
