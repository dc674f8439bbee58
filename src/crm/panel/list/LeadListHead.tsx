import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { Loading } from '../../ui/Spinner';
import { FilterChips } from './FilterChips';

/** What the list is called, how many it holds and what narrows it, and the way to the lists beside it. */
export function LeadListHead({
  filters,
  total,
  isLoading,
  setAsideCount,
  onChange,
  onHelp,
}: {
  filters: LeadFilters;
  /** How many are listed, on all pages; null where that could not be read. */
  total: number | null;
  isLoading: boolean;
  setAsideCount: number;
  onChange: (filters: LeadFilters) => void;
  onHelp: () => void;
}) {
  return (
    <div className="lead-list-head">
      <h2 id="recientes" tabIndex={-1}>
        {leadStrings.recent}
      </h2>
      {isLoading ? (
        <Loading className="text-sm" />
      ) : (
        total !== null && <p className="text-sm text-ink-soft tabular-nums">{leadStrings.howMany(total)}</p>
      )}
      <FilterChips filters={filters} onChange={onChange} />
      {/* Here, and not among the filters: those would move from under whoever is choosing. */}
      {toQuery(filters) !== '' && (
        <button type="button" onClick={() => onChange({})}>
          {leadStrings.filters.clear}
        </button>
      )}
      <nav aria-label={leadStrings.otherLists}>
        {setAsideCount > 0 && (
          <a href="/panel/apartadas">
            {leadStrings.setAside.title} ({setAsideCount})
          </a>
        )}
        <a href="/panel/papelera">{leadStrings.trash.title}</a>
        <button type="button" onClick={onHelp} className="pointer-coarse:hidden">
          {leadStrings.shortcuts.title}
        </button>
      </nav>
    </div>
  );
}
