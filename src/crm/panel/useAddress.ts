import { useEffect, useRef, useState } from 'react';
import { fromQuery, leadInQuery, panelPath, toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import { draftNames } from '../lead/draft-names';
import type { LeadTab } from '../lead/open-lead';
import { keepTyping } from '../lead/timeline/typed-ahead';
import { afterPress } from '../ui/after-press';
import { hasDraft } from '../ui/drafts/read-draft';
import { afterStep, belowLayers, KEEP, pushBelow, replaceBelow } from '../ui/layers/back';
import { useStable } from '../ui/useStable';

/**
 * After this, a step back has led nowhere. Much longer than any step: one arriving later would close what was opened
 * meanwhile.
 */
const BACK_TIMEOUT_MS = 10_000;

/** What the URL names: the list, the lead, and its open tab. */
type Shown = {
  filters: LeadFilters;
  leadId: number | undefined;
  tab: LeadTab;
  /** Each new number above 0 focuses the new-note box, or begins to edit the phone number. */
  writing: number;
  fixing: number;
  /** Whether a history step led here; the lead may be gone since. */
  isStep: boolean;
};

/** New filters, or a function of the current ones. */
export type FiltersChoice = LeadFilters | ((present: LeadFilters) => LeadFilters);

/** In the history entry that opened a lead: the list that closing it steps back to. */
type Mark = { openedFrom: string };

/**
 * Which list is shown and which lead is open, as in the URL: both can be linked to and survive a reload, and closing a
 * lead is always a step back. `latest` is the newest value, even before it is rendered. `onOtherList` is called at once
 * when the filters change.
 */
export function useAddress(filters: LeadFilters, onOtherList: () => void) {
  // The server renders no dialogs, so it starts without an open lead.
  const [address, draw] = useState<Shown>({
    filters,
    leadId: undefined,
    tab: 'info',
    writing: 0,
    fixing: 0,
    isStep: false,
  });
  const latest = useRef(address);
  /** During a step back: the work that waits for it, because it would change the entry being left. */
  const leaving = useRef<{ timer: ReturnType<typeof setTimeout>; waiting: (() => void)[] }>(undefined);

  function go(change: Partial<Shown>) {
    const next = { ...latest.current, ...change };
    const isOtherList = toQuery(next.filters) !== toQuery(latest.current.filters);
    // The same object for equal filters: nothing re-renders.
    if (!isOtherList) next.filters = latest.current.filters;
    const { leadId, tab, writing, fixing } = latest.current;
    const isOtherDialog =
      next.leadId !== leadId || next.tab !== tab || next.writing !== writing || next.fixing !== fixing;
    latest.current = next;
    const show = () => {
      draw(next);
      if (isOtherList) onOtherList();
    };
    if (isOtherDialog) afterPress(show);
    else show();
  }

  /** Shows a change and writes it to the URL, as a new history entry or in place. */
  function write(how: 'pushState' | 'replaceState', mark: Mark | null | typeof KEEP, change: Partial<Shown>) {
    go({ ...change, isStep: false });
    const url = panelPath(latest.current.filters, latest.current.leadId);
    if (how === 'pushState') pushBelow(mark, url);
    else replaceBelow(mark, url);
  }

  function whenLeft(work: () => void) {
    if (leaving.current) leaving.current.waiting.push(work);
    else afterStep(work);
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
      // A phone may drop the page while the chat is open: reopen the tab of an unfinished note.
      const tab = leadId !== undefined && hasDraft(draftNames.note(leadId)) ? 'notes' : 'info';
      const isStep = isOther && event !== null;
      go({ filters: fromQuery(location.search), leadId, ...(isOther && { tab, isStep, writing: 0, fixing: 0 }) });
      if (markOf(history.state) === undefined)
        requestAnimationFrame(() => {
          history.scrollRestoration = 'auto';
        });
      for (const work of waiting) work();
    },
    /**
     * Shows another list, as a new history entry unless `replace`. A function gets the latest filters: the drawn ones
     * may be stale, and a second quick choice must not undo the first.
     */
    showList: (chosen: FiltersChoice, { replace = false }: { replace?: boolean } = {}) =>
      whenLeft(() => {
        const filters = typeof chosen === 'function' ? chosen(latest.current.filters) : chosen;
        if (toQuery(filters) === toQuery(latest.current.filters)) return;
        // Search is debounced; a lead may have been opened in between.
        const isStaying = replace || latest.current.leadId !== undefined;
        if (isStaying) write('replaceState', KEEP, { filters });
        else write('pushState', null, { filters });
      }),
    /** Opens a lead, in place if one is open; `to` write a note or to correct its phone number. */
    open: (leadId: number, tab: LeadTab, to?: 'write' | 'fix' | false) => {
      if (to === 'write') keepTyping();
      whenLeft(() => {
        const { writing, fixing } = latest.current;
        const change = {
          leadId,
          tab,
          writing: to === 'write' ? writing + 1 : 0,
          fixing: to === 'fix' ? fixing + 1 : 0,
        };
        if (leadId === latest.current.leadId) return go(change);
        if (latest.current.leadId !== undefined) return write('replaceState', KEEP, change);
        // New leads push the rows down while the lead is open, and the page scrolls along. On closing it, the browser
        // must not restore the old position: other rows are there now.
        history.scrollRestoration = 'manual';
        write('pushState', { openedFrom: toQuery(latest.current.filters) }, change);
        history.scrollRestoration = 'auto';
      });
    },
    close: () => belowLayers(actions.closeHere),
    closeHere: () => {
      if (latest.current.leadId === undefined) return;
      if (markOf(history.state) !== toQuery(latest.current.filters)) {
        return write('replaceState', null, { leadId: undefined });
      }
      go({ leadId: undefined });
      const timer = setTimeout(() => {
        const waiting = arrive();
        write('replaceState', null, {});
        for (const work of waiting) work();
      }, BACK_TIMEOUT_MS);
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

export type Address = ReturnType<typeof useAddress>;

function markOf(state: unknown): string | undefined {
  return (state as Partial<Mark> | null)?.openedFrom;
}
