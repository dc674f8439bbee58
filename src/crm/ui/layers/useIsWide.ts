import { useSyncExternalStore } from 'react';

/** From this width on there is room beside the list; Tailwind's `lg`. */
const QUERY = '(width >= 64rem)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the window has room for something beside the page. Not for what the server renders, which cannot know it. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => true,
  );
}
