import { type RefObject, useLayoutEffect, useRef } from 'react';
import { afterFrame } from '../../ui/after-press';

/**
 * Makes room for the open lead (styles/crm.css), a frame after its sheet comes or goes: laying out fifty rows takes a
 * slow laptop a fifth of a second. A narrower list reflows, and what is above it may wrap, so the page scrolls to keep
 * the row of `leadId`, or the first visible row, in its place.
 */
export function useRoomBeside(list: RefObject<HTMLElement | null>, leadId: number | undefined): void {
  /** Null before the first effect. */
  const lastId = useRef<number | null | undefined>(null);
  useLayoutEffect(() => {
    const before = lastId.current;
    lastId.current = leadId;
    const { documentElement: page } = document;
    // The server has set the attribute from the URL.
    if (before === null || (leadId !== undefined) === 'beside' in page.dataset) return;
    afterFrame(() => {
      const row = findAnchorRow(list.current, leadId ?? before);
      const top = row?.getBoundingClientRect().top ?? 0;
      // By then it may be closed again.
      page.toggleAttribute('data-beside', lastId.current !== undefined);
      const moved = row ? row.getBoundingClientRect().top - top : 0;
      if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
    });
  }, [list, leadId]);
}

function findAnchorRow(list: HTMLElement | null, leadId: number | undefined): HTMLElement | undefined {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-lead-id]') ?? [])].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
  return rows.find((row) => row.dataset.leadId === String(leadId)) ?? rows[0];
}
