import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { useStable } from '../../ui/useStable';
import type { PanelRow } from '../panel-state';

/**
 * Remembers the row that last had the focus, for J and K to go on from. An act that removes it leaves the focus on
 * nothing: the next key must not act on a lead that nobody chose.
 */
export function useListFocus(list: RefObject<HTMLElement | null>, rows: readonly PanelRow[]) {
  const remembered = useRef<{ id: number; index: number } | null>(null);

  const indexOf = (id: number | undefined) => rows.findIndex(({ lead }) => lead.id === id);

  function elementOf(id: number | undefined): HTMLElement | null {
    return list.current?.querySelector<HTMLElement>(`[data-lead-id="${id}"]`) ?? null;
  }

  /** Focuses a lead's row; if it is gone, no row keeps the focus, which a closed dialog gives to one from before. */
  function focusLead(id: number | undefined) {
    const row = elementOf(id);
    if (row) {
      row.focus({ preventScroll: true });
      bringIntoSight(row);
    } else if (findFocused() && document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  /** Scrolls a lead's row into view with some around it: rows have a scroll margin. */
  function showAhead(id: number) {
    elementOf(id)?.scrollIntoView({ block: 'nearest' });
  }

  /** Scrolls a lead's row into view, unless it is visible. */
  function showLead(id: number) {
    const row = elementOf(id);
    if (row) bringIntoSight(row);
  }

  function remember(id: number | undefined) {
    const index = indexOf(id);
    if (id !== undefined && index !== -1) remembered.current = { id, index };
  }

  function findFocused(): Lead | undefined {
    const row = document.activeElement?.closest<HTMLElement>('[data-lead-id]');
    return rows.find(({ lead }) => String(lead.id) === row?.dataset.leadId)?.lead;
  }

  /** The index of the row `by` steps from a lead; without one from the remembered row, or from where that was. */
  function stepFrom(id: number | undefined, by: 1 | -1): number {
    const index = indexOf(id);
    if (index !== -1) return index + by;
    const last = remembered.current;
    if (!last) return 0;
    return last.index + (by === -1 && indexOf(last.id) === -1 ? by : 0);
  }

  /** Another list begins at its first row. */
  function forget() {
    remembered.current = null;
  }

  function onFocusIn({ target }: FocusEvent) {
    const row = target instanceof Element && list.current?.contains(target) && target.closest('[data-lead-id]');
    if (row instanceof HTMLElement) remember(Number(row.dataset.leadId));
  }

  /**
   * Call before a dialog closes. Returns a function that focuses the lead's row, wherever the dialog gave the focus.
   */
  function prepareReturn(id: number | undefined): () => void {
    const before = remembered.current;
    return () => {
      remembered.current = before;
      focusLead(id);
    };
  }

  const stable = useStable({
    prepareReturn,
    focusLead,
    showAhead,
    showLead,
    remember,
    findFocused,
    stepFrom,
    forget,
    onFocusIn,
  });

  useEffect(() => {
    document.addEventListener('focusin', stable.onFocusIn);
    return () => document.removeEventListener('focusin', stable.onFocusIn);
  }, [stable]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: its index may have changed with the rows
  useLayoutEffect(() => stable.remember(remembered.current?.id), [rows, stable]);

  return stable;
}

/** Does not scroll if the row is visible. */
function bringIntoSight(row: HTMLElement) {
  const { top, bottom } = row.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) row.scrollIntoView({ block: 'nearest' });
}

/** Whether the focused element was removed, or nothing was focused at all. */
export function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
