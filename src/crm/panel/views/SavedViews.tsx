import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { LeadFilters } from '~/shared/leads/filters';
import type { SavedView } from '~/shared/leads/views';
import { callApi } from '../../api-client';
import { useStable } from '../../ui/useStable';
import { hasNoFocus } from '../walk/useListFocus';
import { $viewWork } from './ViewLinks';

const ViewDialogs = lazy(async () => ({ default: (await import('./ViewDialogs')).ViewDialogs }));

/** Others' changes come in bursts. */
const MIN_WAIT_MS = 3000;
/** Waits 100 times what counting took: fifty open panels use at most half of the time. */
const SHARE = 100;
/** One slow answer must not leave the counts as they are for minutes. */
const MAX_WAIT_MS = 60_000;

/** Recounts the saved views after an event, and shows their dialogs. */
export function SavedViews({
  saved,
  filters,
  zone,
  asOf,
  onSaved,
}: {
  saved: readonly SavedView[];
  filters: LeadFilters;
  zone: string;
  asOf: number;
  onSaved: (views: readonly SavedView[]) => void;
}) {
  const reload = useSavedViews(saved, onSaved, zone, asOf);
  const work = useStore($viewWork);

  /** A list once saved has no button left to return the focus to. */
  function close() {
    $viewWork.set(null);
    setTimeout(() => {
      if (hasNoFocus()) document.getElementById('recientes')?.focus({ preventScroll: true });
    });
  }

  return (
    work &&
    createPortal(
      <Suspense>
        <ViewDialogs work={work} filters={filters} views={saved} onChanged={reload} onClose={close} />
      </Suspense>,
      document.body,
    )
  );
}

/**
 * Re-reads one's own and the shared views after an event, and returns a function that does so at once. `asOf` is the
 * last known event.
 */
function useSavedViews(
  views: readonly SavedView[],
  onRead: (views: readonly SavedView[]) => void,
  zone: string,
  asOf: number,
): () => Promise<void> {
  const [read, setRead] = useState({ asOf, waitMs: MIN_WAIT_MS });

  const { reload } = useStable({
    reload: async () => {
      const startedAt = performance.now();
      // On failure the old counts stay, and the next event retries.
      onRead(await fetchViews(zone).catch(() => views));
      const shared = SHARE * (performance.now() - startedAt);
      setRead({ asOf, waitMs: Math.min(Math.max(MIN_WAIT_MS, shared), MAX_WAIT_MS) });
    },
  });

  // Without saved views there is nothing to read.
  const isBehind = views.length > 0 && (asOf > read.asOf || views.some(({ total }) => total === null));
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => void reload(), read.waitMs);
    return () => clearTimeout(timer);
  }, [isBehind, read, reload]);

  return reload;
}

async function fetchViews(zone: string): Promise<SavedView[]> {
  return (await callApi<{ views: SavedView[] }>(`/api/views?tz=${encodeURIComponent(zone)}`)).views;
}
