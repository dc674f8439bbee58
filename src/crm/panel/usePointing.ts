import { type PointerEvent, useEffect, useRef } from 'react';
import { isRowMenuOpen } from '../lead/follow-up/follow-up-state';

/** After a finger lifts, its click follows a moment later, and the next touch may be on its way. */
const AFTER_TOUCH_MS = 2000;

/**
 * Reports when somebody starts and stops pointing at an element: a mouse moves over it, or a finger touches it. A
 * resting mouse under which it appears does not count. A toast appearing under the mouse does not end it.
 */
export function usePointing(begin: () => void, end: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stopWatching = useRef<() => void>(undefined);

  function point() {
    clearTimeout(timer.current);
    begin();
  }

  function waitUntilOver(element: Element) {
    stopWatching.current?.();
    const watch = ({ target }: Event) => {
      if (isToast(target)) return;
      stopWatching.current?.();
      if (!(target instanceof Node && element.contains(target))) end();
    };
    document.addEventListener('pointerover', watch);
    stopWatching.current = () => document.removeEventListener('pointerover', watch);
  }

  /** Choosing in the element's menu still counts as pointing. */
  function leave() {
    if (isRowMenuOpen()) timer.current = setTimeout(leave, AFTER_TOUCH_MS);
    else end();
  }

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      stopWatching.current?.();
    },
    [],
  );

  return {
    onPointerDown: point,
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') point();
    },
    onPointerLeave: (event: PointerEvent) => {
      clearTimeout(timer.current);
      if (event.pointerType === 'touch') timer.current = setTimeout(leave, AFTER_TOUCH_MS);
      else if (isToast(event.relatedTarget)) waitUntilOver(event.currentTarget);
      else leave();
    },
  };
}

function isToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.toasts') !== null;
}
