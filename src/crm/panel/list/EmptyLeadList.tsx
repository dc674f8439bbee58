import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import { leadStrings } from '~/shared/strings/leads';
import { useIsInBrowser } from '../../ui/useIsInBrowser';

/** The user's own day. */
const MY_DAY = 'owner=me&agenda=dia';

/** Lazy: few lists are empty, and the advice is long. If it fails to load, the list just says that it is empty. */
const EmptyListAdvice = lazy<ComponentType<ComponentProps<typeof import('./EmptyListAdvice').EmptyListAdvice>>>(() =>
  import('./EmptyListAdvice').then(
    (module) => ({ default: module.EmptyListAdvice }),
    () => ({ default: () => null }),
  ),
);

type Props = {
  /** Whether another list is loading. */
  isPending: boolean;
  filters: LeadFilters;
  /** URL of the landing, where enquiries come from. */
  siteUrl: string;
  canInvite: boolean;
  onChange: (filters: LeadFilters) => void;
};

/** Replaces an empty list; says what can be done. */
export function EmptyLeadList({ isPending, filters, ...others }: Props) {
  const isInBrowser = useIsInBrowser();
  if (isPending) return <p className="no-leads">{'\u00a0'}</p>;
  const query = toQuery({ ...filters, orden: undefined });
  const filtered = query === MY_DAY ? leadStrings.dayDone : leadStrings.emptyFiltered;
  return (
    <div className="no-leads">
      <p className="font-semibold text-ink">{query ? filtered : leadStrings.empty}</p>
      {isInBrowser && (
        <Suspense>
          <EmptyListAdvice query={query} {...others} />
        </Suspense>
      )}
    </div>
  );
}
