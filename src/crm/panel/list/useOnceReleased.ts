import { useEffect, useRef } from 'react';

const PARTS = ['pointerdown', 'pointerup', 'pointercancel', 'click'] as const;

/**
 * Returns a function that does some work at once or, while a mouse button or a finger is down, when that has pressed: after
 * what is pressed is decided, and before it acts.
 */
export function useOnceReleased(): (work: () => void) => void {
  const isDown = useRef(false);
  const waiting = useRef<() => void>(undefined);

  useEffect(() => {
    const release = () => {
      isDown.current = false;
      const work = waiting.current;
      waiting.current = undefined;
      work?.();
    };
    const listen = ({ type }: Event) => {
      if (type === 'pointerdown') isDown.current = true;
      // Where no click follows, as after text was selected.
      else if (type === 'pointerup') setTimeout(release);
      else release();
    };
    // As long as the page, like what uses it.
    for (const part of PARTS) document.addEventListener(part, listen, true);
  }, []);

  return (work) => {
    if (isDown.current) waiting.current = work;
    else work();
  };
}
