import { useEffect, useMemo, useReducer, useRef } from 'react';
import { fromQuery, leadInQuery, panelPath, toQuery } from '~/shared/leads/filter-params';
import type { Lead, LeadCounters, LeadPage, LeadStatus } from '~/shared/leads/lead';
import type { LeadChanges, LeadFilters } from '~/shared/leads/schema';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError } from '../api-client';
import {
  changeLead,
  deleteLead,
  fetchCounters,
  fetchLead,
  fetchLeads,
  recordWhatsappOpened,
  restoreLead,
} from '../lead/lead-api';
import { showToast } from '../ui/toasts/toasts';
import { useStable } from '../ui/useStable';
import { writeHistory } from './panel-history';
import { countWanted, PAGE_SIZE, type PanelState, reducePanel } from './panel-state';
import type { Gate } from './useGate';
import { useHeard } from './useHeard';
import { useLive } from './useLive';

const { toasts } = leadStrings;

/** What the panel starts from; `read` is null where the server could not read it. */
export type PanelStart = {
  filters: LeadFilters;
  read: (LeadPage & { counters: LeadCounters; last_event_id: number }) | null;
};

/**
 * The panel's state and everything that can be done in it. The lead `openId` is followed though it leaves the list.
 * Rows that come or go by what others do wait for `gate`.
 */
export function usePanel(start: PanelStart, openId: number | undefined, gate: Gate) {
  const [state, dispatch] = useReducer(reducePanel, start, beginWith);
  const latest = useRef(state);
  latest.current = state;
  const loading = useRef<AbortController>(undefined);
  /** Changes to one lead are sent one after the other, in the order in which they were made. */
  const queues = useRef(new Map<number, Promise<unknown>>());

  const { hear, forget } = useHeard(
    gate,
    latest,
    (id) => queues.current.has(id),
    (update) => dispatch({ type: 'heard', update, now: Date.now(), openId }),
  );
  useLive(start.read?.last_event_id ?? 0, {
    onUpdate: hear,
    onMissedTooMuch: () => gate.whenOpen(() => void load(latest.current.filters)),
  });

  /** Answers whether the list is there. */
  async function load(filters: LeadFilters): Promise<boolean> {
    loading.current?.abort();
    const own = new AbortController();
    loading.current = own;
    dispatch({ type: 'loading', what: 'list', filters });
    try {
      const [page, counters] = await Promise.all([
        fetchLeads(filters, undefined, own.signal),
        fetchCounters(),
      ]);
      if (own.signal.aborted) return false;
      dispatch({ type: 'loaded', page, counters });
      return true;
    } catch {
      if (own.signal.aborted) return false;
      dispatch({ type: 'loadFailed' });
      // Where the list's own place says so, it offers to try again there.
      reportLoadFailure(latest.current.isOfOthers ? undefined : () => void load(filters));
      return false;
    }
  }

  /** Shows another list; it becomes the page's address, as a new step back unless `replace`. */
  function setFilters(filters: LeadFilters, { replace = false } = {}) {
    if (toQuery(filters) === toQuery(latest.current.filters)) return;
    writeHistory(() => {
      // A search counts a moment after its last letter, when a step forward may have opened a lead.
      const opened = leadInQuery(location.search);
      const address = panelPath(filters, opened);
      if (replace || opened !== undefined) history.replaceState(history.state, '', address);
      else history.pushState(null, '', address);
    });
    void load(filters);
  }

  async function loadMore() {
    const { filters, next_cursor, loading: busy } = latest.current;
    if (!next_cursor || busy) return;
    loading.current?.abort();
    const own = new AbortController();
    loading.current = own;
    dispatch({ type: 'loading', what: 'more', filters });
    try {
      const page = await fetchLeads(filters, next_cursor, own.signal);
      if (!own.signal.aborted) dispatch({ type: 'moreLoaded', page });
    } catch {
      if (own.signal.aborted) return;
      dispatch({ type: 'loadFailed' });
      reportLoadFailure(() => void loadMore());
    }
  }

  /** Shows what the server answered to something that was done here. */
  function showSaved(lead: Lead) {
    dispatch({ type: 'saved', lead, now: Date.now(), isCounted: forget(lead.id) });
  }

  function showRemoved(id: number) {
    dispatch({ type: 'removed', id, now: Date.now(), isCounted: forget(id) });
  }

  /** Does `work` after what was begun with this lead before, and shows the row that it answers with. */
  function send(id: number, work: () => Promise<Lead>): Promise<Lead> {
    const before = queues.current.get(id) ?? Promise.resolve();
    const sent = before.then(async () => {
      const heard = latest.current.heard[id];
      const lead = await work();
      if (latest.current.heard[id] === heard) showSaved(lead);
      return lead;
    });
    const settled = sent
      .catch(() => {})
      .finally(() => {
        if (queues.current.get(id) === settled) queues.current.delete(id);
      });
    queues.current.set(id, settled);
    return sent;
  }

  /** Shows the status at once and takes it back where the server refuses it. */
  async function changeStatus(lead: Lead, estado: LeadStatus, { undo = false } = {}) {
    if (estado === lead.estado) return;
    dispatch({ type: 'wanted', id: lead.id, estado });
    try {
      const previous = { estado: lead.estado };
      const saved = await send(lead.id, () =>
        changeLead(lead.id, { estado, previous, ...(undo && { undo }) }),
      );
      showToast({
        tone: 'success',
        text: toasts.statusChanged,
        ...(!undo && {
          action: {
            label: crmStrings.undo,
            run: () => void changeStatus(saved, lead.estado, { undo: true }),
          },
        }),
      });
    } catch (error) {
      await settleRefusal(lead.id, error, toasts.statusFailed);
    } finally {
      dispatch({ type: 'settled', id: lead.id, estado });
    }
  }

  /** Saves edited fields. Throws ApiError: the form shows what was refused, or what somebody else changed. */
  function saveFields(lead: Lead, changes: LeadChanges): Promise<Lead> {
    const previous = Object.fromEntries(
      Object.keys(changes).map((field) => [field, lead[field as keyof LeadChanges]]),
    ) as LeadChanges;
    return send(lead.id, () => changeLead(lead.id, { ...changes, previous }));
  }

  /** Takes a lead out of the list; the toast offers to bring it back. Answers whether it went. */
  async function remove(lead: Lead): Promise<boolean> {
    try {
      await deleteLead(lead.id);
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'not_found';
      showToast({ tone: 'error', text: toasts.deleteFailed });
      if (isGone) showRemoved(lead.id);
      return isGone;
    }
    if (latest.current.latest[lead.id] !== null) showRemoved(lead.id);
    showToast({
      tone: 'success',
      text: toasts.deleted,
      action: { label: crmStrings.undo, run: () => void restore(lead.id) },
    });
    return true;
  }

  async function restore(id: number) {
    try {
      await send(id, () => restoreLead(id));
      showToast({ tone: 'success', text: toasts.restored });
    } catch {
      showToast({ tone: 'error', text: toasts.restoreFailed });
    }
  }

  /** WhatsApp has been opened by its link; records it and offers to move a new lead on. */
  async function noteWhatsapp(lead: Lead) {
    try {
      const saved = await send(lead.id, () => recordWhatsappOpened(lead.id));
      if (saved.estado !== 'nuevo') return;
      showToast({
        tone: 'success',
        text: toasts.whatsappOpened,
        action: { label: toasts.markContacted, run: () => void changeStatus(saved, 'contactado') },
      });
    } catch (error) {
      await settleRefusal(lead.id, error, toasts.statusFailed);
    }
  }

  /** Shows the row as it really is after a refusal, and says what happened. */
  async function settleRefusal(id: number, error: unknown, text: string) {
    const code = error instanceof ApiError ? error.code : 'unexpected';
    if (code === 'conflict') {
      showToast({ tone: 'warning', text: toasts.conflict });
      await send(id, () => fetchLead(id)).catch(() => {});
      return;
    }
    if (code === 'not_found') showRemoved(id);
    showToast({ tone: 'error', text });
  }

  const actions = useStable({
    followAddress: () => {
      const filters = fromQuery(location.search);
      if (toQuery(filters) !== toQuery(latest.current.filters)) void load(filters);
    },
    setFilters,
    reload: () => load(latest.current.filters),
    loadMore,
    changeStatus,
    saveFields,
    remove,
    restore,
    showRemoved,
    noteWhatsapp,
    addCreated: (lead: Lead) => {
      if (!(lead.id in latest.current.heard)) showSaved(lead);
    },
    refresh: (lead: Lead) => send(lead.id, () => fetchLead(lead.id)),
  });

  useEffect(() => {
    window.addEventListener('popstate', actions.followAddress);
    return () => window.removeEventListener('popstate', actions.followAddress);
  }, [actions]);

  useEffect(() => {
    if (start.read === null) reportLoadFailure();
  }, [start.read]);

  const leads = useMemo(
    () => state.leads.map((lead) => withWanted(state.wanted, lead)),
    [state.leads, state.wanted],
  );

  return {
    ...state,
    leads,
    counters: countWanted(state, Date.now()),
    /** A lead as it now is, in the list or not; null where it is gone. */
    find: (lead: Lead): Lead | null => {
      const known = state.latest[lead.id];
      return known === null ? null : withWanted(state.wanted, known ?? lead);
    },
    actions,
  };
}

/** What can be done in the panel. */
export type Panel = ReturnType<typeof usePanel>['actions'];

function beginWith({ filters, read }: PanelStart): PanelState {
  const leads = read?.leads ?? [];
  return {
    filters,
    isOfOthers: read === null,
    leads,
    room: Math.max(leads.length, PAGE_SIZE),
    next_cursor: read?.next_cursor ?? null,
    counters: read?.counters ?? null,
    loading: null,
    wanted: {},
    heard: {},
    latest: {},
    fresh: new Set(),
  };
}

function withWanted(wanted: PanelState['wanted'], lead: Lead): Lead {
  const estado = wanted[lead.id];
  return estado ? { ...lead, estado } : lead;
}

function reportLoadFailure(retry?: () => void) {
  showToast({
    tone: 'error',
    text: toasts.loadFailed,
    ...(retry && { action: { label: crmStrings.retry, run: retry } }),
  });
}
