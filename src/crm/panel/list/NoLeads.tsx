import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { useIsInBrowser } from '../../ui/useIsInBrowser';

/** Somebody's own day. */
const MY_DAY = 'owner=me&agenda=dia';

/** Few lists are empty, and what can be done then takes many words. Where they don't come, the list says that it is empty. */
const WhatToDo = lazy<ComponentType<ComponentProps<typeof import('./WhatToDo').WhatToDo>>>(() =>
  import('./WhatToDo').then(
    (module) => ({ default: module.WhatToDo }),
    () => ({ default: () => null }),
  ),
);

type Props = {
  /** Whether another list is being loaded, of which nothing is known yet. */
  isPending: boolean;
  filters: LeadFilters;
  /** The landing's address, where enquiries come from. */
  siteUrl: string;
  canInvite: boolean;
  onChange: (filters: LeadFilters) => void;
};

/** Shown in the place of an empty list; says what can be done. */
export function NoLeads({ isPending, filters, ...others }: Props) {
  const isInBrowser = useIsInBrowser();
  if (isPending) return <p className="no-leads">{'\u00a0'}</p>;
  const query = toQuery({ ...filters, orden: undefined });
  const filtered = query === MY_DAY ? leadStrings.dayDone : leadStrings.emptyFiltered;
  return (
    <div className="no-leads">
      <p className="font-semibold text-ink">{query ? filtered : leadStrings.empty}</p>
      {isInBrowser && (
        <Suspense>
          <WhatToDo query={query} {...others} />
        </Suspense>
      )}
    </div>
  );
}
