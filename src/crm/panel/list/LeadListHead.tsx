import type { Colleague } from '~/shared/accounts/member';
import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { Loading } from '../../ui/Spinner';
import type { FiltersChoice } from '../useAddress';
import { FilterChips } from './FilterChips';

/** Where SavedViews puts its button. */
export const SAVE_VIEW_PLACE = 'guardar-vista';

/** The list's heading: its name, its number of leads and its filters, and links to the other lists. */
export function LeadListHead({
  filters,
  staff,
  plans,
  total,
  isLoading,
  setAsideCount,
  onChange,
  onHelp,
  onPick,
}: {
  filters: LeadFilters;
  staff: readonly Colleague[];
  plans: Record<string, string>;
  /** The number of leads on all pages; null if it could not be read. */
  total: number | null;
  isLoading: boolean;
  setAsideCount: number;
  onChange: (filters: FiltersChoice) => void;
  onHelp: () => void;
  onPick: () => void;
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
      <FilterChips filters={filters} staff={staff} plans={plans} onChange={onChange} />
      {/* Not beside the filters: when it appeared there, they would move while somebody is choosing. */}
      {toQuery(filters) !== '' && (
        <button type="button" onClick={() => onChange({})}>
          {leadStrings.filters.clear}
        </button>
      )}
      {/* A list that is no view yet can be saved from here (SavedViews), in a line that is there already. */}
      <span id={SAVE_VIEW_PLACE} />
      <nav aria-label={leadStrings.otherLists}>
        {setAsideCount > 0 && (
          <a href="/panel/apartadas">
            {leadStrings.setAside} ({setAsideCount})
          </a>
        )}
        <a href="/panel/papelera">{leadStrings.trash}</a>
        <button type="button" onClick={onPick} className="pointer-fine:hidden">
          {leadStrings.row.pick}
        </button>
        <button type="button" onClick={onHelp} className="lead-help">
          {leadStrings.shortcuts.title}
        </button>
      </nav>
    </div>
  );
}
