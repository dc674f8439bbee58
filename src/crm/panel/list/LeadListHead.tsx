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
  /** The number of leads on all pages; null if it could not be read. */
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
      {/* Not beside the filters: when it appeared there, they would move while somebody is choosing. */}
      {toQuery(filters) !== '' && (
        <button type="button" onClick={() => onChange({})}>
          {leadStrings.filters.clear}
        </button>
      )}
    </div>
  );
}
