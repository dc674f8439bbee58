import { useEffect, useRef, useState } from 'react';
import type { SavedView } from '~/shared/leads/views';
import { useStable } from '../../ui/useStable';
import { fetchViews } from './view-api';

/** Changes by others come in bursts. */
const SOONEST_MS = 3000;
/** Of the time, all panels together ask for counts during half of it at most, if fifty are open. */
const SHARE = 100;

/** One's own views and the shared ones, counted again after something happened. `asOf` is the last event that is known. */
export function useSavedViews(atFirst: readonly SavedView[], zone: string, asOf: number) {
  const [views, setViews] = useState(atFirst);
  const [read, setRead] = useState({ asOf, waitMs: SOONEST_MS });
  const latest = useRef(asOf);
  latest.current = asOf;

  const actions = useStable({
    reload: async () => {
      const startedAt = performance.now();
      const now = latest.current;
      // Without an answer the former counts stay, and the next event asks again.
      setViews(await fetchViews(zone).catch(() => views));
      setRead({ asOf: now, waitMs: Math.max(SOONEST_MS, SHARE * (performance.now() - startedAt)) });
    },
  });

  // Whoever has none asks for nothing.
  const isBehind = views.length > 0 && (asOf > read.asOf || views.some(({ total }) => total === null));
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => void actions.reload(), read.waitMs);
    return () => clearTimeout(timer);
  }, [isBehind, read, actions]);

  return { views, ...actions };
}
