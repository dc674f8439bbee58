import { type RefObject, useEffect, useRef } from 'react';

/** Less is a finger that rests. */
const LEAST_WAY_PX = 8;

/**
 * Marks an element with `data-folded` while somebody scrolls down, and takes the mark off once they scroll up again.
 * What it looks like is the style sheet's: it may move the element, which takes part in no layout for it.
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
