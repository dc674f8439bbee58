import { useEffect, useRef, useState } from 'react';
import type { SavedView } from '~/shared/leads/views';
import { useStable } from '../../ui/useStable';
import { fetchViews } from './view-api';

/** Changes by others come in bursts. */
const SOONEST_MS = 3000;
/** Of the time, all panels together ask for counts during half of it at most, if fifty are open. */
const SHARE = 100;
/** One slow answer must not leave the counts as they are for minutes. */
const LATEST_MS = 60_000;

/**
 * Reads one's own views and the shared ones again after something happened, and returns what does so at once. `asOf` is
 * the last event that is known.
 */
export function useSavedViews(
  views: readonly SavedView[],
  onRead: (views: readonly SavedView[]) => void,
  zone: string,
  asOf: number,
): () => Promise<void> {
  const [read, setRead] = useState({ asOf, waitMs: SOONEST_MS });
  const latest = useRef(asOf);
  latest.current = asOf;

  const { reload } = useStable({
    reload: async () => {
      const startedAt = performance.now();
      const now = latest.current;
      // Without an answer the former counts stay, and the next event asks again.
      onRead(await fetchViews(zone).catch(() => views));
      const shared = SHARE * (performance.now() - startedAt);
      setRead({ asOf: now, waitMs: Math.min(Math.max(SOONEST_MS, shared), LATEST_MS) });
    },
  });

  // Whoever has none asks for nothing.
  const isBehind = views.length > 0 && (asOf > read.asOf || views.some(({ total }) => total === null));
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => void reload(), read.waitMs);
    return () => clearTimeout(timer);
  }, [isBehind, read, reload]);

  return reload;
}
