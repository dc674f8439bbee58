import { type PointerEvent, useRef } from 'react';

/** After a finger is lifted, the browser sends the click a moment later. */
const AFTER_TOUCH_MS = 300;

/**
 * Reports when somebody begins and stops pointing at an element: by moving a mouse over it, or by putting a finger on
 * it. A mouse that rests where the element happens to appear does not count.
 */
export function usePointing(begin: () => void, end: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function point() {
    clearTimeout(timer.current);
    begin();
  }

  return {
    onPointerDown: point,
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') point();
    },
    onPointerLeave: (event: PointerEvent) => {
      clearTimeout(timer.current);
      if (event.pointerType === 'touch') timer.current = setTimeout(end, AFTER_TOUCH_MS);
      else end();
    },
  };
}
