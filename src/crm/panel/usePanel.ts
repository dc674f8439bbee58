import { startTransition, useEffect, useEffectEvent, useMemo, useReducer, useRef } from 'react';
import type { LeadCounters } from '~/shared/leads/counters';
import { dayIn } from '~/shared/leads/days';
import { matchesFilters, meantBy } from '~/shared/leads/filters';
import type { Lead, LeadPage } from '~/shared/leads/lead';
import type { LiveUpdate, Told } from '~/shared/leads/live';
import type { LeadFilters } from '~/shared/leads/schema';
import { encodeCursor } from '~/shared/paging';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError, describeReadFailure } from '../api-client';
import { fetchCounters, fetchLead, fetchLeads, fetchTotal } from '../lead/lead-api';
import { useReconnect } from '../ui/connection';
import { showToast } from '../ui/toasts/toasts';
import { useAsTimePasses } from '../ui/useNow';
import { useStable } from '../ui/useStable';
import { afterFrame } from './after-press';
import { useZone } from './agenda/useZone';
import { PAGE_SIZE, type PanelState, reducePanel } from './panel-state';
import { countArrivals, countersOf, findRow, isOfOthers, needsTotal, rowsOf, totalOf } from './panel-view';
import { useAddress } from './useAddress';
import { useBatches } from './useBatches';
import { useLeadWork } from './useLeadWork';
import { useLive } from './useLive';

const { toasts } = leadStrings;
const READ_AGAIN_MS = 10_000;
/** Others' changes come in bursts, and showing them costs a slow phone a frame each time. */
const SHOW_EVERY_MS = 250;
const COUNT_AGAIN_MS = 1000;
const LOOK_AGAIN_MS = 1000;

/** The panel's initial data. `read` is null if the server could not read it. */
export type PanelStart = {
  filters: LeadFilters;
  /** The server's guess of the reader's time zone. */
  zone: string;
  read: (LeadPage & { counters: LeadCounters }) | null;
  /** The lead in the URL. */
  linked: Lead | null;
};

/** PanelStart as serialised in the page. */
export type PackedStart = Omit<PanelStart, 'read'> & {
  read: (Omit<LeadPage, 'leads'> & { leads: string; counters: LeadCounters }) | null;
};

/** The panel's data, and everything that can be done with it. */
export function usePanel(start: PanelStart, userId: string) {
  const zone = useZone(start.zone);
  const reader = useRef({ userId, zone });
  reader.current = { userId, zone };
  const [state, dispatch] = useReducer(reducePanel, { ...start, userId }, beginWith);
  const latest = useRef(state);
  latest.current = state;
  const address = useAddress(start.filters, () => void reads.reload());
  const { leadId } = address;
  const filters = meantBy(address.filters, { userId, zone });
  const meantNow = () => meantBy(address.latest.current.filters, reader.current);
  const reading = useRef<AbortController>(undefined);
  const looking = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastAsked = useRef(0);
  /** Too much was missed for live updates to tell: the list is re-read until that succeeds. */
  const isBehind = useRef(false);
  /** The read that failed last; retried on reconnect. */
  const missed = useRef<'list' | 'more'>(null);

  function tell(told: Told, how: { isLive?: boolean; own?: number } = {}) {
    const openId = address.latest.current.leadId;
    dispatch({ type: 'told', told, now: Date.now(), openId, ...how });
  }

  const showRead = (lead: Lead) => tell({ leads: [lead], gone: [], as_of: lead.as_of });

  const actions = useLeadWork(tell, dispatch, { userId, zone });

  const hear = useBatches<LiveUpdate>(SHOW_EVERY_MS, (updates) => {
    for (const update of updates) tell(update, { isLive: true });
    lookAgain(updates);
  });
  useLive(start.read?.as_of ?? 0, { onUpdate: hear, onMissedTooMuch: catchUp });

  /**
   * Only the server knows whether a new note matches the search; and similar matches go once a lead has the words
   * themselves. Not once further pages were read: those stay.
   */
  function lookAgain(updates: readonly LiveUpdate[]) {
    const { list } = latest.current;
    if (!list?.filters.q || list.ids.length > PAGE_SIZE) return;
    const mayMatch = (lead: Lead) =>
      (lead.notes_count > 0 && !list.ids.includes(lead.id)) ||
      (list.similar_to && matchesFilters(lead, { q: list.filters.q }, 0));
    if (!updates.some(({ leads }) => leads.some(mayMatch))) return;
    looking.current ??= setTimeout(() => {
      looking.current = undefined;
      if (!latest.current.asked) void reads.reload();
    }, LOOK_AGAIN_MS);
  }

  async function read(what: 'list' | 'more', filters: LeadFilters): Promise<void> {
    reading.current?.abort();
    const own = new AbortController();
    reading.current = own;
    const id = ++lastAsked.current;
    const edge = what === 'more' ? latest.current.list?.edge : null;
    dispatch({ type: 'asked', asked: { id, what, filters } });
    await untilDrawn();
    if (own.signal.aborted) return;
    try {
      const [page, counted] = await Promise.all([
        fetchLeads(filters, edge ? encodeCursor(edge) : undefined, own.signal),
        what === 'list' ? fetchCounters() : null,
      ]);
      if (own.signal.aborted) return;
      missed.current = null;
      // Fifty new rows take a slow phone many frames: presses come first.
      startTransition(() => {
        if (counted) tell(counted);
        dispatch({ type: 'loaded', id, page, now: Date.now() });
      });
      if (what === 'list') isBehind.current = false;
    } catch (error) {
      if (own.signal.aborted) return;
      missed.current = what;
      dispatch({ type: 'failed', id });
      // If LoadFailed is in the list's place, that has the retry button.
      const isSaid = isOfOthers(latest.current, filters);
      reportLoadFailure(error, isSaid ? undefined : () => void read(what, filters));
      if (isBehind.current) setTimeout(() => isBehind.current && catchUp(), READ_AGAIN_MS);
    }
  }

  /** For a joined lead, the surviving one is read and opened in its place. */
  const showFound = (asked: number) => (lead: Lead) => {
    showRead(lead);
    if (lead.id !== asked && address.latest.current.leadId === asked) address.open(lead.id, 'info');
  };

  function catchUp() {
    isBehind.current = true;
    const { leadId } = address.latest.current;
    if (leadId !== undefined) {
      fetchLead(leadId).then(showFound(leadId), (error) => {
        if (error instanceof ApiError && error.code === 'not_found') actions.showRemoved(leadId, error.asOf);
      });
    }
    void read('list', meantNow());
  }

  useReconnect(() => {
    // If LoadFailed is in the list's place, that re-reads it.
    if (missed.current && !isOfOthers(latest.current, filters)) void read(missed.current, filters);
  });

  const reads = useStable({
    reload: () => read('list', meantNow()),
    loadMore: async () => {
      const filters = meantNow();
      // Another list may be chosen but not drawn yet: reading more of this one would abort that.
      if (isOfOthers(latest.current, filters) || latest.current.asked || !latest.current.list?.edge) return;
      await read('more', filters);
    },
    // Holding changes nothing on the screen, so a press need not wait for it.
    hold: () => latest.current.held || startTransition(() => dispatch({ type: 'hold' })),
    // Always dispatched: a hold may still be pending in its transition, and this cancels it.
    release: () => dispatch({ type: 'release' }),
  });

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

  const { isStep } = address;
  const hasList = state.list !== null;
  useEffect(() => {
    if (leadId === undefined || !hasList) return;
    if (isStep || !latest.current.known.has(leadId)) void readLinked(leadId);
  }, [leadId, isStep, hasList]);

  const isUncounted = needsTotal(state);
  const listed = state.list?.filters;
  useEffect(() => {
    if (!isUncounted || !listed) return;
    const count = (told: { total: number; as_of: number }) =>
      dispatch({ type: 'totalled', filters: listed, ...told });
    const timer = setInterval(() => void fetchTotal(listed).then(count, () => {}), COUNT_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isUncounted, listed]);

  useEffect(() => {
    if (start.read === null) reportLoadFailure(null);
  }, [start.read]);

  // At midnight, or if the server guessed the wrong zone, other leads are due. Most lists do not depend on it.
  const today = useAsTimePasses(
    (now) => dayIn(zone, now),
    () => dayIn(zone, Date.now()),
  );
  const isOfDay = filters.tz !== undefined;
  const shownOn = useRef({ zone, today });
  useEffect(() => {
    const { current: before } = shownOn;
    shownOn.current = { zone, today };
    if (isOfDay && (before.zone !== zone || before.today !== today)) void reads.reload();
  }, [zone, today, isOfDay, reads]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows change only with these
  const rows = useMemo(() => rowsOf(state), [state.held, state.list, state.known, state.wishes]);

  return {
    rows,
    openRow: leadId === undefined ? undefined : findRow(state, leadId),
    counters: countersOf(state, Date.now()),
    today,
    zone,
    total: totalOf(state),
    /** The filters as of now, and the last event the list knows of. */
    meant: filters,
    asOf: state.list?.as_of ?? 0,
    arrivals: countArrivals(state),
    similar_to: state.list?.similar_to,
    hasMore: Boolean(state.list?.edge),
    isOfOthers: isOfOthers(state, filters),
    loading: state.asked?.what ?? null,
    address,
    actions,
    ...reads,
  };
}

function beginWith({
  filters: own,
  zone,
  userId,
  read,
  linked,
}: PanelStart & { userId: string }): PanelState {
  const filters = meantBy(own, { userId, zone });
  const nothing: PanelState = {
    asked: { id: 0, what: 'list', filters },
    list: null,
    known: new Map(linked && [[linked.id, { as_of: linked.as_of, lead: linked, isGone: false }]]),
    counters: read && { values: read.counters, as_of: read.as_of },
    wishes: [],
    held: null,
    newestId: 0,
  };
  return reducePanel(
    nothing,
    read ? { type: 'loaded', id: 0, page: read, now: 0 } : { type: 'failed', id: 0 },
  );
}

/** Resolves after the next frame: a slow phone first shows the press, then requests what it needs. */
function untilDrawn(): Promise<void> | undefined {
  if (document.hidden) return undefined;
  return new Promise(afterFrame);
}

function reportLoadFailure(error: unknown, retry?: () => void) {
  showToast({
    ...describeReadFailure(toasts.loadFailed, error),
    ...(retry && { action: { label: crmStrings.retry, run: retry } }),
  });
}
