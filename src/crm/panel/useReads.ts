import { type Dispatch, startTransition, useEffect, useEffectEvent, useRef } from 'react';
import { matchesFilters, type Reader, resolveFilters } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import type { LiveUpdate } from '~/shared/leads/live';
import type { LeadFilters } from '~/shared/leads/schema';
import { encodeCursor } from '~/shared/paging';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError, describeReadFailure } from '../api-client';
import { fetchCounters, fetchLead, fetchLeads } from '../lead/lead-api';
import type { ListMutations } from '../lead/list-mutations';
import { afterFrame } from '../ui/after-press';
import { useReconnect } from '../ui/connection';
import { showToast } from '../ui/toasts/toasts';
import { useStable } from '../ui/useStable';
import { PAGE_SIZE, type PanelAction, type PanelState } from './panel-state';
import { isStale } from './panel-view';
import type { Address } from './useAddress';

const RETRY_MS = 10_000;
const RECHECK_MS = 1000;

type What = 'list' | 'more';

/**
 * Reads the list (`reload`, `loadMore`) and the lead in the URL. A newer request for the list aborts the one before. A
 * failed one is toasted, and retried on reconnect, and once the live stream opens (`readMissed`).
 */
export function useReads(
  state: PanelState,
  dispatch: Dispatch<PanelAction>,
  address: Address,
  mutations: ListMutations,
  reader: Reader,
) {
  /** The newest filters, even before they are drawn. */
  const latestFilters = useEffectEvent(() => resolveFilters(address.latest.current.filters, reader));
  // After an answer, the state that its request began with is outdated.
  const latestState = useEffectEvent(() => state);
  const request = useRef<AbortController>(undefined);
  const recheck = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastId = useRef(0);
  /** Too much was missed for live updates to tell: the list is re-read until that succeeds. */
  const isBehind = useRef(false);
  /** The read that failed last. */
  const missed = useRef<What>(null);

  async function read(what: What, filters: LeadFilters): Promise<void> {
    request.current?.abort();
    const own = new AbortController();
    request.current = own;
    const id = ++lastId.current;
    const edge = what === 'more' ? latestState().list?.edge : null;
    dispatch({ type: 'requested', request: { id, what, filters } });
    await untilDrawn();
    if (own.signal.aborted) return;
    try {
      const [page, update] = await Promise.all([
        fetchLeads(filters, edge ? encodeCursor(edge) : undefined, own.signal),
        what === 'list' ? fetchCounters() : null,
      ]);
      if (own.signal.aborted) return;
      missed.current = null;
      // Fifty new rows take a slow phone many frames: presses come first.
      startTransition(() => {
        if (update) dispatch({ type: 'updated', update, now: Date.now() });
        dispatch({ type: 'loaded', id, page, now: Date.now() });
      });
      if (what === 'list') isBehind.current = false;
    } catch (error) {
      if (own.signal.aborted) return;
      missed.current = what;
      dispatch({ type: 'failed', id });
      // If LoadFailed is in the list's place, that has the retry button.
      const hasButton = isStale(latestState(), filters);
      reportLoadFailure(error, hasButton ? undefined : () => void read(what, filters));
      if (isBehind.current) setTimeout(() => isBehind.current && reads.catchUp(), RETRY_MS);
    }
  }

  /** For a joined lead, the surviving one is read and opened in its place. */
  const showFound = (id: number) => (lead: Lead) => {
    const update = { leads: [lead], gone: [], as_of: lead.as_of };
    dispatch({ type: 'updated', update, now: Date.now() });
    if (lead.id !== id && address.latest.current.leadId === id) address.open(lead.id, 'info');
  };

  /** Reads the lead in the URL, and closes it if that fails. */
  const readLinked = useEffectEvent(async (id: number) => {
    try {
      showFound(id)(await fetchLead(id));
    } catch (error) {
      if (address.latest.current.leadId !== id) return;
      const isGone = error instanceof ApiError && error.code === 'not_found';
      showToast({ tone: 'error', text: isGone ? leadStrings.gone : crmStrings.unexpected });
      address.close();
    }
  });

  const { leadId, isStep } = address;
  const hasList = state.list !== null;
  useEffect(() => {
    if (leadId === undefined || !hasList) return;
    if (isStep || !latestState().known.has(leadId)) void readLinked(leadId);
  }, [leadId, isStep, hasList]);

  const reads = useStable({
    reload: () => read('list', latestFilters()),
    loadMore: async () => {
      const filters = latestFilters();
      // Another list may be chosen but not drawn yet: reading more of this one would abort that.
      if (isStale(state, filters) || state.request || !state.list?.edge) return;
      await read('more', filters);
    },
    /** Re-reads everything shown, until that succeeds. */
    catchUp: () => {
      isBehind.current = true;
      const { leadId } = address.latest.current;
      if (leadId !== undefined) {
        fetchLead(leadId).then(showFound(leadId), (error) => {
          if (error instanceof ApiError && error.code === 'not_found') mutations.showRemoved(leadId, error.asOf);
        });
      }
      void read('list', latestFilters());
    },
    /** Reads what could not be read. */
    readMissed: () => {
      const filters = latestFilters();
      const what = isStale(state, filters) ? 'list' : missed.current;
      if (what && state.request?.what !== 'list') void read(what, filters);
    },
    /**
     * Re-reads a search that live updates may have changed. Only the server knows whether a new note matches, and
     * similar matches go once a lead has the words themselves. Not once further pages were read: those stay.
     */
    recheckSearch: (updates: readonly LiveUpdate[]) => {
      const { list } = state;
      if (!list?.filters.q || list.ids.length > PAGE_SIZE) return;
      const mayMatch = (lead: Lead) =>
        (lead.notes_count > 0 && !list.ids.includes(lead.id)) ||
        (list.similar_to && matchesFilters(lead, { q: list.filters.q }, 0));
      if (!updates.some(({ leads }) => leads.some(mayMatch))) return;
      recheck.current ??= setTimeout(() => {
        recheck.current = undefined;
        if (!latestState().request) void reads.reload();
      }, RECHECK_MS);
    },
  });
  useReconnect(reads.readMissed);
  return reads;
}

/** Resolves after the next frame: a slow phone first shows the press, then requests what it needs. */
function untilDrawn(): Promise<void> | undefined {
  if (document.hidden) return undefined;
  return new Promise(afterFrame);
}

/** Toasts that the list could not be read. */
export function reportLoadFailure(error: unknown, retry?: () => void): void {
  showToast({
    ...describeReadFailure(leadStrings.toasts.loadFailed, error),
    ...(retry && { action: { label: crmStrings.retry, run: retry } }),
  });
}
