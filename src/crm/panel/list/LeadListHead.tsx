import type { Colleague } from '~/shared/accounts/member';
import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { Loading } from '../../ui/Spinner';
import type { FiltersChoice } from '../useAddress';
import { FilterChips } from './FilterChips';

/** The list's heading: its name, its number of leads and its filters. */
export function LeadListHead({
  filters,
  staff,
  plans,
  total,
  isLoading,
  onChange,
}: {
  filters: LeadFilters;
  staff: readonly Colleague[];
  plans: Record<string, string>;
  /** Leads on all pages; null if the count could not be read. */
  total: number | null;
  isLoading: boolean;
  onChange: (filters: FiltersChoice) => void;
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
      {/* Not beside the filters: appearing there, it would move them while somebody chooses. */}
      {toQuery(filters) !== '' && (
        <button type="button" onClick={() => onChange({})}>
          {leadStrings.filters.clear}
        </button>
      )}
    </div>
  );
}
