import { type RefObject, useEffect, useRef } from 'react';

/** A resting finger moves less than this. */
const LEAST_WAY_PX = 8;

/**
 * Sets `data-folded` on an element while somebody scrolls down, and removes it when they scroll up again. The style
 * sheet then moves the element out of sight; it must not change the layout of the page.
 */
export function useFolding<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => {
    let before = window.scrollY;
    function follow() {
      const way = window.scrollY - before;
      if (Math.abs(way) < LEAST_WAY_PX) return;
      before = window.scrollY;
      element.current?.toggleAttribute('data-folded', way > 0);
    }
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  return element;
}
