import { useId } from 'react';
import { describeNumber } from '~/shared/format';
import { fromQuery, panelPath } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { isPlainClick } from '../../ui/plain-click';
import { showToast } from '../../ui/toasts/toasts';
import type { View, Views } from './list-views';
import { $viewWork } from './views-store';

const { views: strings } = leadStrings;

type Choose = (filters: LeadFilters) => void;

/** Views as links to their lists, with counts. Without `onChoose` the browser follows them. */
export function ViewLinks({
  views,
  shown,
  onChoose,
}: {
  views: readonly View[];
  shown: string;
  onChoose?: Choose | undefined;
}) {
  return (
    <ul>
      {views.map((view) => (
        // Two saved views may be the same list.
        <ViewLink key={view.name + view.query} {...view} isShown={view.query === shown} onChoose={onChoose} />
      ))}
    </ul>
  );
}

function ViewLink({
  name,
  query,
  total,
  isAlarm,
  problem,
  isShown,
  onChoose,
}: View & { isShown: boolean; onChoose: Choose | undefined }) {
  const id = useId();
  const filters = fromQuery(query);
  return (
    <li title={problem ?? undefined} data-alarm={(isAlarm && total !== 0) || undefined}>
      <a
        href={panelPath(filters)}
        aria-current={isShown ? 'page' : undefined}
        aria-describedby={total === null ? undefined : id}
        onClick={(event) => {
          if (!onChoose || !isPlainClick(event)) return;
          event.preventDefault();
          if (problem) showToast({ tone: 'error', text: name, detail: problem });
          onChoose(filters);
        }}
      >
        {name}
      </a>
      {total !== null && <span id={id}>{describeNumber(total)}</span>}
    </li>
  );
}

/** View actions: save the current list if it is not one yet, arrange the saved ones. */
export function ViewButtons({ views, shown }: Views) {
  return (
    <>
      {views.every(({ query }) => query !== shown) && (
        <button type="button" onClick={() => $viewWork.set('save')}>
          {strings.save}
        </button>
      )}
      {views.some(({ isSaved }) => isSaved) && (
        <button type="button" onClick={() => $viewWork.set('arrange')}>
          {strings.arrange}
        </button>
      )}
    </>
  );
}
