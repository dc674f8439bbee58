import { useEffect, useRef } from 'react';

const PARTS = ['pointerdown', 'pointerup', 'pointercancel', 'click'] as const;

/**
 * Returns a function that runs work at once or, during a press, on its release: after its target is decided, before it
 * acts.
 */
export function useOnceReleased(): (work: () => void) => void {
  /** Work deferred by a press; null while there is none. */
  const waiting = useRef<(() => void) | null>(null);

  useEffect(() => {
    const release = () => {
      const work = waiting.current;
      waiting.current = null;
      work?.();
    };
    const listen = ({ type }: Event) => {
      if (type === 'pointerdown') waiting.current = () => {};
      // Where no click follows, as after selecting text.
      else if (type === 'pointerup') setTimeout(release);
      else release();
    };
    // Never removed: it lives as long as the page, like its user.
    for (const part of PARTS) document.addEventListener(part, listen, true);
  }, []);

  return (work) => {
    if (waiting.current) waiting.current = work;
    else work();
  };
}
