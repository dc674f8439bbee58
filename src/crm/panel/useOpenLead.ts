import { useEffect, useRef, useState } from 'react';
import { fromQuery, leadInQuery, panelPath } from '~/shared/leads/filter-params';
import type { Lead } from '~/shared/leads/lead';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError } from '../api-client';
import { draftNames } from '../lead/draft-names';
import { fetchLead } from '../lead/lead-api';
import type { LeadTab } from '../lead/lead-tabs';
import { hasDraft } from '../ui/forms/drafts';
import { showToast } from '../ui/toasts/toasts';
import { useStable } from '../ui/useStable';
import { changeDialog } from './load-dialogs';
import { leaveOpened, pushOpened, writeHistory } from './panel-history';

/** The lead that is open. Its row is kept, because it may leave the list while it is read. */
type Open = { lead: Lead; tab: LeadTab };

/**
 * The lead that is open, or null, and how to open another one or none. The page's address names it: it can be linked
 * to, a reload keeps it, and closing it is a step back, whichever way it is done. `linked` is the one that the page was
 * asked for. `wanted` is the one that was asked for last, which may have still to be drawn.
 */
export function useOpenLead(linked: Lead | null): {
  open: Open | null;
  wanted: { readonly current: Open | null };
  show: (next: Open | null) => void;
  followAddress: () => Promise<void>;
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
        if (leadInQuery(location.search) !== id) return;
        const isGone = error instanceof ApiError && error.code === 'not_found';
        showToast({ tone: 'error', text: isGone ? leadStrings.dialog.gone : crmStrings.unexpected });
        show(null);
      }
    },
  });
  useEffect(() => {
    window.addEventListener('popstate', followAddress);
    return () => window.removeEventListener('popstate', followAddress);
  }, [followAddress]);

  // Dialogs are no part of what the server draws.
  useEffect(() => {
    if (!linked) return;
    // A phone lets go of a page while the chat is open: whoever was writing a note goes on writing it.
    setLinked({ lead: linked, tab: hasDraft(draftNames.note(linked.id)) ? 'notes' : 'info' });
  }, [linked, setLinked]);

  function show(next: Open | null) {
    setOpen(next);
    writeHistory(() => nameInAddress(wanted.current?.lead.id));
  }

  return { open, wanted, show, followAddress };
}

/** Has the page's address name this lead, or none. */
function nameInAddress(id: number | undefined): void {
  const named = leadInQuery(location.search);
  if (id === named) return;
  const address = panelPath(fromQuery(location.search), id);
  try {
    if (id === undefined) leaveOpened(address);
    else if (named) history.replaceState(history.state, '', address);
    else pushOpened(address);
  } catch {
    // Safari refuses the hundred-and-first within half a minute; the address stays behind by some leads then.
  }
}
