import { useEffect, useRef, useState } from 'react';
import { fromQuery, leadInQuery, panelPath, toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import { draftNames } from '../lead/draft-names';
import type { LeadTab } from '../lead/lead-tabs';
import { hasDraft } from '../ui/forms/drafts';
import { useStable } from '../ui/useStable';
import { changeDialog } from './load-dialogs';

/** After this time a step back has led nowhere. */
const LONGEST_STEP_MS = 1000;

/** What the page's address says, and the tab of the lead that it names. */
type Address = {
  filters: LeadFilters;
  leadId: number | undefined;
  tab: LeadTab;
  /** Above 0 where it was opened to write a note in it; each time another number. */
  writing: number;
  /** Whether a step through the history led here: the lead may be gone since. */
  isStep: boolean;
};

/** Kept with the step that opening a lead has made: the list before it, to which closing steps back. */
type Mark = { openedFrom: string };

/**
 * Which list is shown and which lead is open: the page's address says it, so that both can be linked to, outlive a
 * reload, and closing a lead is a step back, whichever way it is done. `latest` may have still to be drawn. Another list
 * is asked for by `onOtherList`, in the same breath.
 */
export function useAddress(filters: LeadFilters, onOtherList: () => void) {
  // Dialogs are no part of what the server draws.
  const [address, draw] = useState<Address>({
    filters,
    leadId: undefined,
    tab: 'info',
    writing: 0,
    isStep: false,
  });
  const latest = useRef(address);
  const lastWriting = useRef(0);
  /** While a step back is on its way, what waits for it: it would change the step that is being left. */
  const leaving = useRef<{ timer: ReturnType<typeof setTimeout>; waiting: (() => void)[] }>(undefined);

  function go(change: Partial<Address>) {
    const next = { ...latest.current, ...change };
    const isOtherList = toQuery(next.filters) !== toQuery(latest.current.filters);
    // What is drawn already is not drawn again for the sake of an equal object.
    if (!isOtherList) next.filters = latest.current.filters;
    const { leadId, tab, writing } = latest.current;
    const isOtherDialog = next.leadId !== leadId || next.tab !== tab || next.writing !== writing;
    latest.current = next;
    if (isOtherDialog) changeDialog(() => draw(next));
    else draw(next);
    if (isOtherList) onOtherList();
  }

  /** Writes the address, as a new step or in the place of this one, and shows it. */
  function write(how: 'pushState' | 'replaceState', mark: Mark | null, change: Partial<Address>) {
    go({ ...change, isStep: false });
    try {
      history[how](mark, '', panelPath(latest.current.filters, latest.current.leadId));
    } catch {
      // Safari refuses the hundred-and-first within half a minute; the address stays behind then.
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
      // A phone lets go of a page while the chat is open: whoever was writing a note goes on writing it.
      const tab = leadId !== undefined && hasDraft(draftNames.note(leadId)) ? 'notes' : 'info';
      const isStep = isOther && event !== null;
      go({ filters: fromQuery(location.search), leadId, ...(isOther && { tab, isStep, writing: 0 }) });
      if (markOf(history.state) === undefined)
        requestAnimationFrame(() => {
          history.scrollRestoration = 'auto';
        });
      for (const work of waiting) work();
    },
    /** Shows another list, as a new step unless `replace`. */
    showList: (filters: LeadFilters, { replace = false }: { replace?: boolean } = {}) =>
      whenLeft(() => {
        if (toQuery(filters) === toQuery(latest.current.filters)) return;
        // A search counts a moment after its last letter, when a lead may have been opened.
        const isStaying = replace || latest.current.leadId !== undefined;
        if (isStaying) write('replaceState', history.state, { filters });
        else write('pushState', null, { filters });
      }),
    /** Opens a lead, or another one in its place; `toWrite`: with the focus in the box for a new note. */
    open: (leadId: number, tab: LeadTab, { toWrite = false }: { toWrite?: boolean } = {}) =>
      whenLeft(() => {
        if (toWrite) lastWriting.current++;
        const change = { leadId, tab, writing: toWrite ? lastWriting.current : 0 };
        if (leadId === latest.current.leadId) return go(change);
        if (latest.current.leadId !== undefined) return write('replaceState', history.state, change);
        // Who comes in while the lead is open pushes the rows down, and the page is scrolled along with them: to scroll
        // it back when it is closed would show other rows.
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
