import { useEffect, useRef, useState } from 'react';
import { fromQuery, leadInQuery, panelPath, toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import { draftNames } from '../lead/draft-names';
import type { LeadTab } from '../lead/lead-tabs';
import { hasDraft } from '../ui/forms/kept-drafts';
import { useStable } from '../ui/useStable';
import { afterPress } from './after-press';
import { changeDialog } from './load-dialogs';

/**
 * After this time a step back has led nowhere. Much longer than a step takes: one that arrives later would close what was
 * opened meanwhile.
 */
const LONGEST_STEP_MS = 10_000;

/** The list and the lead that the page's address names, and the open tab of that lead. */
type Address = {
  filters: LeadFilters;
  leadId: number | undefined;
  tab: LeadTab;
  /** Each new number above 0 moves the focus to the box for a new note. */
  writing: number;
  /** Whether a step through the history led here. The lead may be gone since then. */
  isStep: boolean;
};

/** Other filters, or what makes them of the present ones. */
export type FiltersChoice = LeadFilters | ((present: LeadFilters) => LeadFilters);

/** Kept in the history with the step that opened a lead: the list to which closing it steps back. */
type Mark = { openedFrom: string };

/**
 * Which list is shown and which lead is open, as the page's address says. So both can be linked to and survive a reload,
 * and closing a lead is always a step back. `latest` is the newest value, also before it is rendered. `onOtherList` is
 * called at once when the filters change.
 */
export function useAddress(filters: LeadFilters, onOtherList: () => void) {
  // The server does not render dialogs, so it starts without an open lead.
  const [address, draw] = useState<Address>({
    filters,
    leadId: undefined,
    tab: 'info',
    writing: 0,
    isStep: false,
  });
  const latest = useRef(address);
  /** While a step back is under way: the work that waits for it, because it would change the step that is being left. */
  const leaving = useRef<{ timer: ReturnType<typeof setTimeout>; waiting: (() => void)[] }>(undefined);

  function go(change: Partial<Address>) {
    const next = { ...latest.current, ...change };
    const isOtherList = toQuery(next.filters) !== toQuery(latest.current.filters);
    // The same object for the same filters, so that nothing is rendered again.
    if (!isOtherList) next.filters = latest.current.filters;
    const { leadId, tab, writing } = latest.current;
    const isOtherDialog = next.leadId !== leadId || next.tab !== tab || next.writing !== writing;
    latest.current = next;
    const show = () => {
      draw(next);
      if (isOtherList) onOtherList();
    };
    if (isOtherDialog) changeDialog(show);
    else afterPress(show);
  }

  /** Shows a change and writes it to the address, as a new step of the history or in the place of the present one. */
  function write(how: 'pushState' | 'replaceState', mark: Mark | null, change: Partial<Address>) {
    go({ ...change, isStep: false });
    try {
      history[how](mark, '', panelPath(latest.current.filters, latest.current.leadId));
    } catch {
      // Safari allows a hundred of these in half a minute. Then the address is not updated.
    }
  }

  function whenLeft(work: () => void) {
    if (leaving.current) leaving.current.waiting.push(work);
    else work();
  }

  function arrive() {
    clearTimeout(leaving.current?.timer);
    const waiting = leaving.current?.waiting ?? [];
    leaving.current = undefined;
    return waiting;
  }

  const actions = useStable({
    follow: (event: Event | null) => {
      const waiting = arrive();
      const leadId = leadInQuery(location.search);
      const isOther = leadId !== latest.current.leadId;
      // A phone may drop the page while the chat is open. If a note was being written, its tab is opened again.
      const tab = leadId !== undefined && hasDraft(draftNames.note(leadId)) ? 'notes' : 'info';
      const isStep = isOther && event !== null;
      go({ filters: fromQuery(location.search), leadId, ...(isOther && { tab, isStep, writing: 0 }) });
      if (markOf(history.state) === undefined)
        requestAnimationFrame(() => {
          history.scrollRestoration = 'auto';
        });
      for (const work of waiting) work();
    },
    /**
     * Shows another list, as a new step unless `replace`. A function is given the present filters: those that are drawn
     * may still be the former ones, and a second quick choice must not undo the first.
     */
    showList: (chosen: FiltersChoice, { replace = false }: { replace?: boolean } = {}) =>
      whenLeft(() => {
        const filters = typeof chosen === 'function' ? chosen(latest.current.filters) : chosen;
        if (toQuery(filters) === toQuery(latest.current.filters)) return;
        // A search begins a moment after its last letter; a lead may have been opened in between.
        const isStaying = replace || latest.current.leadId !== undefined;
        if (isStaying) write('replaceState', history.state, { filters });
        else write('pushState', null, { filters });
      }),
    /** Opens a lead, if one is open in its place. `toWrite`: with the focus in the box for a new note. */
    open: (leadId: number, tab: LeadTab, { toWrite = false }: { toWrite?: boolean } = {}) =>
      whenLeft(() => {
        const change = { leadId, tab, writing: toWrite ? latest.current.writing + 1 : 0 };
        if (leadId === latest.current.leadId) return go(change);
        if (latest.current.leadId !== undefined) return write('replaceState', history.state, change);
        // New leads push the rows down while the lead is open, and the page scrolls with them. When the lead is closed,
        // the browser must not restore the former position: other rows are there now.
        history.scrollRestoration = 'manual';
        write('pushState', { openedFrom: toQuery(latest.current.filters) }, change);
        history.scrollRestoration = 'auto';
      }),
    close: () => {
      if (latest.current.leadId === undefined) return;
      if (markOf(history.state) !== toQuery(latest.current.filters)) {
        return write('replaceState', null, { leadId: undefined });
      }
      go({ leadId: undefined });
      const timer = setTimeout(() => {
        const waiting = arrive();
        write('replaceState', null, {});
        for (const work of waiting) work();
      }, LONGEST_STEP_MS);
      leaving.current = { timer, waiting: [] };
      history.back();
    },
  });

  useEffect(() => {
    actions.follow(null);
    window.addEventListener('popstate', actions.follow);
    return () => window.removeEventListener('popstate', actions.follow);
  }, [actions]);

  return { ...address, latest, ...actions };
}

function markOf(state: unknown): string | undefined {
  return (state as Partial<Mark> | null)?.openedFrom;
}
