import { type PointerEvent, useRef } from 'react';

/** A finger that is lifted presses what is under it a moment later. */
const AFTER_TOUCH_MS = 300;

/**
 * Tells when somebody begins to point at an element and when they no longer do: by moving a mouse over it, or for as
 * long as a finger is on it. A mouse that only rests where the element has come to be points at nothing.
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
