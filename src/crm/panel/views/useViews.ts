import { useEffect, useMemo, useState } from 'react';
import type { LeadFilters } from '~/shared/leads/filters';
import { listViews } from './list-views';
import { $views } from './ViewLinks';

/** The current views, for the rail as well. One that held somebody stays listed while the panel is open. */
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
