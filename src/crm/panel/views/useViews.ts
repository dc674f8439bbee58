import { atom } from 'nanostores';
import { useEffect, useMemo, useState } from 'react';
import type { LeadFilters } from '~/shared/leads/schema';
import { listViews, type Views } from './list-views';

/** Saving the list as a view, or arranging the saved ones. */
export type ViewWork = 'save' | 'arrange';

/** The panel's views, for the rail, which is a separate island. */
export const $views = atom<(Views & { onChoose: (filters: LeadFilters) => void }) | undefined>();

/** Work on saved views: buttons in the rail and in a menu start it, the panel shows it. */
export const $viewWork = atom<ViewWork | null>(null);

/** The current views, told to the rail as well; one that held somebody keeps its place while the panel is open. */
export function useViews(
  reader: Parameters<typeof listViews>[0],
  saved: Parameters<typeof listViews>[1],
  onChoose: (filters: LeadFilters) => void,
) {
  const [met, setMet] = useState<ReadonlySet<string>>(new Set());
  const { counters, today, userId, filters } = reader;
  const { views, shown } = useMemo(
    () => listViews({ counters, today, userId, filters }, saved, met),
    [counters, today, userId, filters, saved, met],
  );
  const isNew = views.some(({ query }) => !met.has(query));
  if (isNew) setMet(new Set([...met, ...views.map(({ query }) => query)]));
  const all = useMemo(() => ({ views, shown, onChoose }), [views, shown, onChoose]);
  useEffect(() => $views.set(all), [all]);
  return all;
}
