import { useSyncExternalStore } from 'react';

/** From this width there is room beside the list; Tailwind's `lg`. In rem: larger letters need more. */
export const BESIDE = 64;

/** Whether the window is at least this wide. Not for server-rendered parts: the server cannot know. */
export function useIsWide(rems = BESIDE): boolean {
  const query = `(width >= ${rems}rem)`;
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
    () => true,
  );
}
