import { useSyncExternalStore } from 'react';

/** From here on there is room beside the list: Tailwind's `lg`. */
const QUERY = '(width >= 64rem)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the window has room for something beside the page. The server does not know: nothing that it draws may ask. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => true,
  );
}
