import { useEffect, useState } from 'react';
import { fromQuery, leadInQuery, panelPath } from '~/shared/leads/filter-params';
import type { Lead } from '~/shared/leads/lead';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError } from '../api-client';
import { showToast } from '../ui/toasts';
import { useStable } from '../ui/useStable';
import { fetchLead } from './lead-api';
import type { LeadTab } from './lead-tabs';

/** The lead that is open. Its row is kept, because it may leave the list while it is read. */
type Open = { lead: Lead; tab: LeadTab };

/** Marks the step of the history that opening a lead has made, and, once it is closed, has left to the next one. */
const OPENED = 'opened';
const CLOSED = 'closed';

/**
 * The lead that is open, or null, and how to open another one or none. The page's address names it: it can be linked
 * to, a reload keeps it, and a step back closes it. `linked` is the one that the page was asked for.
 */
export function useOpenLead(linked: Lead | null): [Open | null, (next: Open | null) => void] {
  const [open, setOpen] = useState<Open | null>(null);

  // Dialogs are no part of what the server draws.
  useEffect(() => {
    if (linked) setOpen({ lead: linked, tab: 'info' });
  }, [linked]);

  const { followAddress } = useStable({
    followAddress: async () => {
      const id = leadInQuery(location.search);
      if (id === open?.lead.id) return;
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

  function show(next: Open | null) {
    setOpen(next);
    const address = panelPath(fromQuery(location.search), next?.lead.id);
    if (address === location.pathname + location.search) return;
    try {
      if (!next) history.replaceState(history.state === OPENED ? CLOSED : null, '', address);
      else if (open) history.replaceState(history.state, '', address);
      else if (history.state === CLOSED) history.replaceState(OPENED, '', address);
      else history.pushState(OPENED, '', address);
    } catch {
      // Safari refuses the hundred-and-first within half a minute; the address stays behind by some leads then.
    }
  }

  return [open, show];
}
