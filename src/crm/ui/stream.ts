import { atom } from 'nanostores';

/** The panel's live stream, for what is loaded later. */
export const $stream = atom<EventSource | undefined>();
/** The server's id for it. */
export const $streamId = atom('');

/** A refused stream, unlike an interrupted one, is not tried again by the browser. */
const REOPEN_MS = 10_000;

/** Keeps a stream while the tab is visible: a hidden one leaves its connection to others. Returns a function that ends it. */
export function streamWhileVisible(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function close() {
    clearTimeout(timer);
    $stream.get()?.close();
  }
  function follow() {
    close();
    if (document.visibilityState !== 'visible') return;
    const source = new EventSource('/api/leads/stream');
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(follow, REOPEN_MS);
    });
    $stream.set(source);
  }
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    close();
  };
}

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
