import { atom } from 'nanostores';

/** The panel's live stream, for what is loaded later. */
export const $stream = atom<EventSource | undefined>();
/** The server's id for it. */
export const $streamId = atom('');

/** Keeps a stream while the tab is visible: a hidden one leaves its connection to others. Returns a function that ends it. */
export function streamWhileVisible(): () => void {
  function follow() {
    $stream.get()?.close();
    if (document.visibilityState === 'visible') $stream.set(new EventSource('/api/leads/stream'));
  }
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    $stream.get()?.close();
  };
}
