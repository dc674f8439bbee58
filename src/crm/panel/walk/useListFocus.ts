import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { useStable } from '../../ui/useStable';
import type { PanelRow } from '../panel-view';

/** Remembers the row that last had the focus. When an action removes it, the row that follows gets the focus. */
export function useListFocus(list: RefObject<HTMLElement | null>, rows: readonly PanelRow[]) {
  const remembered = useRef<{ id: number; index: number } | null>(null);
  /** Whether the focus is in the list, or in a dialog, popover or toast that was opened from it. */
  const hasFocus = useRef(false);

  const indexOf = (id: number | undefined) => rows.findIndex(({ lead }) => lead.id === id);

  function elementOf(id: number | undefined): HTMLElement | null {
    return list.current?.querySelector<HTMLElement>(`[data-lead-id="${id}"]`) ?? null;
  }

  /** Focuses a lead's row; if it is gone, the one now at its index. */
  function focusLead(id: number | undefined) {
    const instead = Math.min(remembered.current?.index ?? 0, rows.length - 1);
    const row = elementOf(id) ?? elementOf(rows[instead]?.lead.id);
    row?.focus({ preventScroll: true });
    if (row) bringIntoSight(row);
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

  /** The index of the row `by` steps from a lead; if it left the list, from its last index. */
  function stepFrom(id: number | undefined, by: 1 | -1): number {
    const index = indexOf(id);
    if (index !== -1) return index + by;
    return (remembered.current?.index ?? 0) + (id !== undefined && by === -1 ? by : 0);
  }

  /** After the rows changed. */
  function settle() {
    if (!remembered.current || !hasFocus.current) return;
    if (indexOf(remembered.current.id) !== -1) remember(remembered.current.id);
    else if (hasNoFocus()) focusLead(undefined);
  }

  function onFocusIn({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement)) return;
    const row = list.current?.contains(target) ? target.closest<HTMLElement>('[data-lead-id]') : null;
    if (row) {
      remember(Number(row.dataset.leadId));
      hasFocus.current = true;
    } else if (!target.closest('[role=dialog], [role=alertdialog], .toasts')) {
      hasFocus.current = false;
    }
  }

  /** Pressing on nothing takes the focus out of the list; removing the focused row does not. */
  function onFocusOut({ target, relatedTarget }: FocusEvent) {
    if (relatedTarget !== null || !document.hasFocus()) return;
    queueMicrotask(() => {
      if (!hasNoFocus()) return;
      if (target instanceof Node && list.current?.contains(target)) hasFocus.current = false;
      else settle();
    });
  }

  /**
   * Call before a dialog closes. Returns a function that focuses the lead's row, wherever Headless UI put the focus.
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
    settle,
    onFocusIn,
    onFocusOut,
  });

  useEffect(() => {
    document.addEventListener('focusin', stable.onFocusIn);
    document.addEventListener('focusout', stable.onFocusOut);
    return () => {
      document.removeEventListener('focusin', stable.onFocusIn);
      document.removeEventListener('focusout', stable.onFocusOut);
    };
  }, [stable]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
  useLayoutEffect(() => stable.settle(), [rows, stable]);

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
