import { startTransition, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { dayIn } from '~/shared/leads/days';
import { resolveFilters } from '~/shared/leads/filters';
import type { LiveUpdate } from '~/shared/leads/live';
import { unpackLeads } from '~/shared/leads/packed';
import { fetchTotal } from '../lead/lead-api';
import { rememberZone } from '../ui/reading/remember-zone';
import { useNow } from '../ui/useNow';
import { useStable } from '../ui/useStable';
import type { PanelStart } from './panel-page';
import { type PanelState, reducePanel } from './panel-state';
import { countArrivals, countersOf, findRow, isStale, needsTotal, rowsOf, totalOf } from './panel-view';
import { useAddress } from './useAddress';
import { useBatches } from './useBatches';
import { useListMutations } from './useListMutations';
import { useLive } from './useLive';
import { reportLoadFailure, useReads } from './useReads';

/** Others' changes come in bursts, and showing them costs a slow phone a frame each time. */
const SHOW_EVERY_MS = 250;
const RECOUNT_MS = 1000;

/** The panel's data, and everything that can be done with it. */
export function usePanel(start: PanelStart, userId: string) {
  const zone = useZone(start.zone);
  const reader = { userId, zone };
  const [state, dispatch] = useReducer(reducePanel, { start, userId }, beginWith);
  const address = useAddress(start.filters, () => void reads.reload());
  const { leadId } = address;
  const filters = resolveFilters(address.filters, reader);
  const mutations = useListMutations(dispatch, reader);
  const reads = useReads(state, dispatch, address, mutations, reader);

  const addUpdate = useBatches<LiveUpdate>(SHOW_EVERY_MS, (updates) => {
    const openId = address.latest.current.leadId;
    for (const update of updates) dispatch({ type: 'updated', update, now: Date.now(), isLive: true, openId });
    reads.recheckSearch(updates);
  });
  useLive(start.read?.as_of ?? 0, {
    onOpen: reads.readMissed,
    onUpdate: addUpdate,
    onMissedTooMuch: reads.catchUp,
  });

  const pointing = useStable({
    // Holding changes nothing on the screen, so a press need not wait for it.
    hold: () => state.held || startTransition(() => dispatch({ type: 'hold' })),
    // Always dispatched: a hold may still be pending in its transition, and this cancels it.
    release: () => dispatch({ type: 'release' }),
  });

  const isUncounted = needsTotal(state);
  const listed = state.list?.filters;
  useEffect(() => {
    if (!isUncounted || !listed) return;
    const count = (counted: { total: number; as_of: number }) =>
      dispatch({ type: 'totalled', filters: listed, ...counted });
    const timer = setInterval(() => void fetchTotal(listed).then(count, () => {}), RECOUNT_MS);
    return () => clearInterval(timer);
  }, [isUncounted, listed]);

  useEffect(() => {
    if (start.read === null) reportLoadFailure(null);
  }, [start.read]);

  // At midnight, or if the server guessed the wrong zone, other leads are due. Most lists do not depend on it.
  const today = useNow(
    (now) => dayIn(zone, now),
    () => dayIn(zone, Date.now()),
  );
  const dependsOnDay = filters.tz !== undefined;
  const shownOn = useRef({ zone, today });
  useEffect(() => {
    const { current: before } = shownOn;
    shownOn.current = { zone, today };
    if (dependsOnDay && (before.zone !== zone || before.today !== today)) void reads.reload();
  }, [zone, today, dependsOnDay, reads]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows change only with these
  const rows = useMemo(() => rowsOf(state), [state.held, state.list, state.known, state.optimistic]);

  return {
    rows,
    openRow: leadId === undefined ? undefined : findRow(state, leadId),
    counters: countersOf(state, Date.now()),
    today,
    zone,
    total: totalOf(state),
    /** The filters as of now, and the last event the list knows of. */
    resolvedFilters: filters,
    asOf: state.list?.as_of ?? 0,
    arrivals: countArrivals(state),
    similar_to: state.list?.similar_to,
    hasMore: Boolean(state.list?.edge),
    isStale: isStale(state, filters),
    loading: state.request?.what ?? null,
    address,
    mutations,
    ...reads,
    ...pointing,
  };
}

export type Panel = ReturnType<typeof usePanel>;

function beginWith({ start, userId }: { start: PanelStart; userId: string }): PanelState {
  const { read, linked } = start;
  const filters = resolveFilters(start.filters, { userId, zone: start.zone });
  const nothing: PanelState = {
    request: { id: 0, what: 'list', filters },
    list: null,
    known: new Map(linked && [[linked.id, { as_of: linked.as_of, lead: linked, isGone: false }]]),
    counters: read && { values: read.counters, as_of: read.as_of },
    optimistic: [],
    held: null,
    newestId: 0,
  };
  const page = read && { ...read, leads: unpackLeads(read.leads) };
  return reducePanel(nothing, page ? { type: 'loaded', id: 0, page, now: 0 } : { type: 'failed', id: 0 });
}

/** The reader's time zone: the server's guess at first, then the browser's own. */
function useZone(atFirst: string): string {
  const [zone, setZone] = useState(atFirst);
  useEffect(() => setZone(rememberZone() || atFirst), [atFirst]);
  return zone;
}
