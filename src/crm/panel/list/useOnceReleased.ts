import { useEffect, useRef } from 'react';

const PARTS = ['pointerdown', 'pointerup', 'pointercancel', 'click'] as const;

/**
 * Returns a function that does some work at once or, while a mouse button or a finger is down, when that has pressed: after
 * what is pressed is decided, and before it acts.
 */
export function useOnceReleased(): (work: () => void) => void {
  /** What waits while something is pressed; null while nothing is. */
  const waiting = useRef<(() => void) | null>(null);

  useEffect(() => {
    const release = () => {
      const work = waiting.current;
      waiting.current = null;
      work?.();
    };
    const listen = ({ type }: Event) => {
      if (type === 'pointerdown') waiting.current = () => {};
      // Where no click follows, as after text was selected.
      else if (type === 'pointerup') setTimeout(release);
      else release();
    };
    // As long as the page, like what uses it.
    for (const part of PARTS) document.addEventListener(part, listen, true);
  }, []);

  return (work) => {
    if (waiting.current) waiting.current = work;
    else work();
  };
}
