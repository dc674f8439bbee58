import { type RefObject, useLayoutEffect, useRef } from 'react';
import { afterFrame } from '../after-press';

/**
 * Makes room for the open lead (styles/crm.css), a frame after its sheet comes or goes: laying out fifty rows takes a
 * slow laptop a fifth of a second. A narrower list reflows, and what is above it may wrap, so the page scrolls to keep
 * the row of `leadId`, or the first visible row, in its place.
 */
export function useRoomBeside(list: RefObject<HTMLElement | null>, leadId: number | undefined): void {
  const isOpen = leadId !== undefined;
  const isFirst = useRef(true);
  const lastId = useRef(leadId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id matters only when a lead opens
  useLayoutEffect(() => {
    // The server has set the attribute from the URL.
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    if (isOpen === 'beside' in document.documentElement.dataset) return;
    const still = leadId ?? lastId.current;
    return afterFrame(() => {
      const row = findStill(list.current, still);
      const before = row?.getBoundingClientRect().top ?? 0;
      document.documentElement.toggleAttribute('data-beside', isOpen);
      const moved = row ? row.getBoundingClientRect().top - before : 0;
      if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
    });
  }, [isOpen]);

  useLayoutEffect(() => {
    lastId.current = leadId;
  }, [leadId]);
}

function findStill(list: HTMLElement | null, leadId: number | undefined): Element | undefined {
  const isInSight = (row: Element) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  };
  const open = list?.querySelector(`[data-lead-id="${leadId}"]`);
  if (open && isInSight(open)) return open;
  return [...(list?.querySelectorAll('[data-lead-id]') ?? [])].find(isInSight);
}
