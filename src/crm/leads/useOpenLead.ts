import { useEffect, useRef, useState } from 'react';
import { fromQuery, leadInQuery, panelPath } from '~/shared/leads/filter-params';
import type { Lead } from '~/shared/leads/lead';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError } from '../api-client';
import { showToast } from '../ui/toasts';
import { useStable } from '../ui/useStable';
import { fetchLead } from './lead-api';
import type { LeadTab } from './lead-tabs';
import { changeDialog } from './load-dialogs';

/** The lead that is open. Its row is kept, because it may leave the list while it is read. */
type Open = { lead: Lead; tab: LeadTab };

/** Marks the step of the history that opening a lead has made, and, once it is closed, has left to the next one. */
const OPENED = 'opened';
const CLOSED = 'closed';

/**
 * The lead that is open, or null, and how to open another one or none. The page's address names it: it can be linked
 * to, a reload keeps it, and a step back closes it. `linked` is the one that the page was asked for. `wanted` is the
 * one that was asked for last, which may have still to be drawn.
 */
export function useOpenLead(linked: Lead | null): {
  open: Open | null;
  wanted: { readonly current: Open | null };
  show: (next: Open | null) => void;
} {
  const [open, draw] = useState<Open | null>(null);
  const wanted = useRef<Open | null>(null);

  function setOpen(next: Open | null) {
    wanted.current = next;
    changeDialog(() => draw(next));
  }

  const { followAddress, setLinked } = useStable({
    setLinked: setOpen,
    followAddress: async () => {
      const id = leadInQuery(location.search);
      if (id === wanted.current?.lead.id) return;
      if (id === undefined) return setOpen(null);
      try {
        const lead = await fetchLead(id);
        if (leadInQuery(location.search) === id) setOpen({ lead, tab: 'info' });
      } catch (error) {
        const isGone = error instanceof ApiError && error.code === 'not_found';
        showToast({ tone: 'error', text: isGone ? leadStrings.dialog.gone : crmStrings.unexpected });
        setOpen(null);
        history.replaceState(null, '', panelPath(fromQuery(location.search)));
      }
    },
  });
  useEffect(() => {
    window.addEventListener('popstate', followAddress);
    return () => window.removeEventListener('popstate', followAddress);
  }, [followAddress]);

  // Dialogs are no part of what the server draws.
  useEffect(() => {
    if (linked) setLinked({ lead: linked, tab: 'info' });
  }, [linked, setLinked]);

  function show(next: Open | null) {
    const isOpen = wanted.current !== null;
    setOpen(next);
    const address = panelPath(fromQuery(location.search), next?.lead.id);
    if (address === location.pathname + location.search) return;
    try {
      if (!next) history.replaceState(history.state === OPENED ? CLOSED : null, '', address);
      else if (isOpen) history.replaceState(history.state, '', address);
      else if (history.state === CLOSED) history.replaceState(OPENED, '', address);
      else history.pushState(OPENED, '', address);
    } catch {
      // Safari refuses the hundred-and-first within half a minute; the address stays behind by some leads then.
    }
  }

  return { open, wanted, show };
}
