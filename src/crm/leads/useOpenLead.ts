import { useEffect, useState } from 'react';
import { fromQuery, leadInQuery, panelPath } from '~/shared/leads/filter-params';
import type { Lead } from '~/shared/leads/lead';
import { useStable } from '../ui/useStable';
import { fetchLead } from './lead-api';
import type { LeadTab } from './lead-tabs';

/** The lead that is open. Its row is kept, because it may leave the list while it is read. */
type Open = { lead: Lead; tab: LeadTab };

/** Marks a step of the history that closing a lead has left behind; the next lead takes its place. */
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
      const lead = await fetchLead(id).catch(() => null);
      if (lead && leadInQuery(location.search) === id) setOpen({ lead, tab: 'info' });
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
      if (next && !open && history.state !== CLOSED) history.pushState(null, '', address);
      else history.replaceState(next ? null : CLOSED, '', address);
    } catch {
      // Safari refuses the hundred-and-first within half a minute; the address stays behind by some leads then.
    }
  }

  return [open, show];
}
