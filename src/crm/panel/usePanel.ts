import { startTransition, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { dayIn } from '~/shared/leads/days';
import { resolveFilters } from '~/shared/leads/filters';
import { rememberZone } from '../ui/reading/remember-zone';
import { useNow } from '../ui/useNow';
import { useStable } from '../ui/useStable';
import type { PanelStart } from './panel-page';
import { countArrivals, countersOf, findRow, isStale, type PanelState, reducePanel, rowsOf } from './panel-state';
import { useAddress } from './useAddress';
import { useListMutations } from './useListMutations';
import { useLive } from './useLive';
import { reportLoadFailure, useReads } from './useReads';

/** The panel's data, and everything that can be done with it. */
export function usePanel(start: PanelStart, userId: string) {
  const zone = useZone(start.zone);
  const reader = { userId, zone };
  const [state, dispatch] = useReducer(reducePanel, { start, userId }, beginWith);
  const address = useAddress(start.filters, () => void reads.reload());
  const { leadId } = address;
  const filters = resolveFilters(address.filters, reader);
  const reads = useReads(state, dispatch, address, reader);
  const mutations = useListMutations(dispatch, reads.noteOwn, reader);
  useLive(start.read?.as_of ?? 0, reads.readMissed, reads.noteOthers);

  const pointing = useStable({
    // Holding changes nothing on the screen, so a press need not wait for it.
    hold: () => state.held || startTransition(() => dispatch({ type: 'hold' })),
    // Always dispatched: a hold may still be pending in its transition, and this cancels it.
    release: () => dispatch({ type: 'release' }),
  });

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
    counters: countersOf(state),
    today,
    zone,
    total: state.list?.total ?? null,
    /** The filters as of now, and the last event the list knows of. */
    resolvedFilters: filters,
    asOf: state.list?.as_of ?? 0,
    arrivals: countArrivals(state),
    similar_to: state.list?.similar_to,
    hasMore: Boolean(state.list?.next_cursor),
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
    known: new Map(),
    counters: null,
    optimistic: [],
    held: null,
    own: new Map(),
    newestId: 0,
  };
  if (!read) return reducePanel(nothing, { type: 'failed', id: 0 });
  const page = { ...read, also: { leads: linked ? [linked] : [] } };
  return reducePanel(nothing, { type: 'answered', filters, page, asked: { rows: 0, also: [] } });
}

/** The reader's time zone: the server's guess at first, then the browser's own. */
function useZone(atFirst: string): string {
  const [zone, setZone] = useState(atFirst);
  useEffect(() => setZone(rememberZone() || atFirst), [atFirst]);
  return zone;
}
