import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { afterFrame } from '../../ui/after-press';
import { useIsWide } from '../../ui/layers/useIsWide';
import { useStable } from '../../ui/useStable';
import type { PanelRow } from '../panel-state';
import type { Panel } from '../usePanel';
import { hasNoFocus, useListFocus } from './useListFocus';
import { useRoomBeside } from './useRoomBeside';

/** The next page loads this many rows before the end. */
const AHEAD = 5;

/**
 * Moves from lead to lead, by J and K or buttons, in the list and in the open lead, and loads further pages on the way.
 * Closing the lead returns the focus to the list. `openId` is the lead whose sheet is there, `linkedId` the one the
 * page was opened with.
 */
export function useWalk(
  list: RefObject<HTMLElement | null>,
  { rows, hasMore, loadMore, address }: Panel,
  openId: number | undefined,
  removing: Lead | null,
  linkedId: number | undefined,
) {
  const isWide = useIsWide();
  const focus = useListFocus(list, rows);
  /** The step past the last row, until more are loaded. */
  const pending = useRef<{ after: number; go: (row: PanelRow) => void } | null>(null);

  function goTo(index: number, go: (row: PanelRow) => void) {
    const row = rows[index];
    const last = rows.at(-1);
    pending.current = !row && index === rows.length && last ? { after: last.lead.id, go } : null;
    if (row) go(row);
    if (hasMore && index >= rows.length - AHEAD) void loadMore();
  }

  /** Opens the lead `by` steps from the open one. A focus in the list moves along. */
  function step(by: 1 | -1) {
    const { leadId, tab } = address.latest.current;
    const isInList = focus.findFocused() !== undefined;
    const index = focus.stepFrom(leadId, by);
    // Past the last one it wraps to leads skipped before: the worklist is not done.
    const hasLeft = rows.every(({ lead }) => lead.id !== leadId);
    goTo(hasLeft && !hasMore && index >= rows.length ? 0 : index, ({ lead }) => {
      address.open(lead.id, tab);
      if (isInList) focus.focusLead(lead.id);
      if (isWide) focus.showAhead(lead.id);
    });
  }

  /** Focuses the row `by` steps from the focused or last remembered one. */
  function focusRow(by: 1 | -1) {
    goTo(focus.stepFrom(focus.findFocused()?.id, by), ({ lead }) => {
      focus.focusLead(lead.id);
      focus.showAhead(lead.id);
    });
  }

  const stable = useStable({ goTo, step, focusRow });

  useEffect(() => {
    if (!pending.current) return;
    const { after, go } = pending.current;
    const index = rows.findIndex(({ lead }) => lead.id === after) + 1;
    if (index < rows.length) stable.goTo(index, go);
  }, [rows, stable]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another list is shown
  useEffect(() => focus.forget(), [address.filters, focus]);

  useRoomBeside(list, openId);
  // While the focus is outside the list, it returns to the open lead.
  useEffect(() => {
    if (!focus.findFocused()) focus.remember(openId);
  });

  const linked = useRef(linkedId);
  const shown = useRef(openId);
  useEffect(() => {
    const isNew = openId !== shown.current;
    shown.current = openId;
    if (openId === undefined) return;
    // What the page's own URL opens moves nothing: by then somebody may be about to press a row. Nor does a window
    // that is only now known to be wide.
    if (isWide && isNew && openId !== linked.current) afterFrame(() => focus.showLead(openId));
    linked.current = undefined;
  }, [openId, isWide, focus]);

  const wasOpen = useRef(openId);
  // A layout effect: the next key may come before the next frame, and it is meant for the row.
  useLayoutEffect(() => {
    const before = wasOpen.current;
    wasOpen.current = openId;
    if (openId !== undefined || before === undefined) return;
    const goBack = focus.prepareReturn(before);
    if (isWide) {
      if (hasNoFocus()) goBack();
      return;
    }
    // A modal sheet returns the focus to the row that opened it, but J or K may have led elsewhere since.
    return afterFocusIsBack(goBack);
  }, [openId, isWide, focus]);

  const wasRemoving = useRef(removing);
  useEffect(() => {
    const before = wasRemoving.current;
    wasRemoving.current = removing;
    const isGone = before && list.current?.querySelector(`[data-lead-id="${before.id}"]`) === null;
    if (removing || !isGone) return;
    return afterFocusIsBack(focus.prepareReturn(before.id));
  }, [removing, list, focus]);

  return { ...stable, findFocused: focus.findFocused, isWide };
}

export type Walk = ReturnType<typeof useWalk>;

/** A modal gives the focus back in a microtask after it is removed. */
function afterFocusIsBack(work: () => void): () => void {
  const timer = setTimeout(work);
  return () => clearTimeout(timer);
}
