import { type ComponentProps, type RefObject, useMemo } from 'react';
import { isAdmin } from '~/shared/accounts/account';
import { toQuery } from '~/shared/leads/filter-params';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import type { TemplateSet } from '~/shared/templates/template';
import { Button } from '../../ui/Button';
import { LoadFailed } from '../../ui/reading/LoadFailed';
import { Loading } from '../../ui/Spinner';
import type { Chosen } from '../bulk/useChosen';
import type { PanelPage } from '../panel-page';
import type { Panel } from '../usePanel';
import type { Views } from '../views/list-views';
import { EmptyLeadList } from './EmptyLeadList';
import { FilterChips } from './FilterChips';
import { LeadTable } from './LeadTable';
import type { RowActions } from './row-actions';
import { WaitingHead } from './WaitingHead';

type Props = {
  ref: RefObject<HTMLDivElement | null>;
  page: PanelPage;
  panel: Panel;
  views: Views;
  messages: TemplateSet;
  chosen: Chosen;
  actions: RowActions;
  pointing: ComponentProps<typeof LeadTable>['pointing'];
};

/** The list below its heading: the table, or why there is none, and the button for more. */
export function LeadList({ ref, page, panel, views, messages, chosen, actions, pointing }: Props) {
  const { rows, arrivals, total, today, address, similar_to } = panel;
  const { filters, showList } = address;
  const isUnread = panel.isStale && panel.loading !== 'list';
  // Re-reading the same list is silent, as while somebody changes hundreds of its leads.
  const isLoading = panel.isStale && !isUnread;
  const arrived = rows.find(({ isFresh }) => isFresh)?.lead.nombre;
  const { user, now } = page;
  const isDay = filters.agenda !== undefined && filters.agenda !== 'proximos';
  const shown = toQuery(filters);
  const view = views.views.find(({ query }) => query === shown);
  const reader = useMemo(
    () => ({ userId: user.id, today, now, messages, isDay }),
    [user.id, today, now, messages, isDay],
  );
  return (
    <>
      <div className="lead-list-head">
        <h2 id="recientes" tabIndex={-1}>
          {shown === '' ? leadStrings.recent : (view?.name ?? leadStrings.filtered)}
        </h2>
        {isLoading ? (
          <Loading className="text-sm" />
        ) : (
          !isUnread &&
          total !== null && (
            <p className={`text-sm text-ink-soft tabular-nums ${view ? 'max-lg:sr-only' : ''}`}>
              {leadStrings.howMany(total)}
            </p>
          )
        )}
        {/* A view's name says its filters, and 'Todos' drops them. */}
        {!view && (
          <>
            <FilterChips filters={filters} page={page} onChange={showList} />
            {/* Not beside the filters: appearing there, it would move them while somebody chooses. */}
            <button type="button" onClick={() => showList({})}>
              {leadStrings.filters.clear}
            </button>
          </>
        )}
        <WaitingHead counters={panel.counters} onChoose={showList} />
      </div>
      <p role="status" className="sr-only">
        {arrivals > 0 ? leadStrings.arrivals(arrivals) : arrived && leadStrings.arrived(arrived)}
      </p>
      <p role="status" className="lead-similar">
        {similar_to && !isUnread && rows[0] && leadStrings.similar(similar_to)}
      </p>
      {isUnread ? (
        <LoadFailed text={leadStrings.toasts.loadFailed} onRetry={panel.reload} />
      ) : rows.length === 0 ? (
        <EmptyLeadList
          isPending={panel.isStale}
          filters={filters}
          siteUrl={page.siteUrl}
          pushKey={page.pushKey}
          canInvite={isAdmin(user)}
          onChange={showList}
        />
      ) : (
        <LeadTable {...{ ref, panel, chosen, reader, actions, pointing }} isBusy={isLoading} />
      )}
      {panel.hasMore && !isUnread && (
        <div className="mt-4 text-center">
          <Button onClick={panel.loadMore} busyLabel={panel.loading === 'more' && crmStrings.loading}>
            {leadStrings.more}
          </Button>
        </div>
      )}
    </>
  );
}
