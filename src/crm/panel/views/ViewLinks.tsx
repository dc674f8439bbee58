import { atom } from 'nanostores';
import { type ComponentProps, useId } from 'react';
import { describeNumber } from '~/shared/counts';
import { fromQuery, panelPath } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import { leadStrings } from '~/shared/strings/leads';
import { isPlainClick } from '../../ui/plain-click';
import { showToast } from '../../ui/toasts/toasts';
import type { View, Views } from './list-views';

const { views: strings } = leadStrings;

/** Saving the list as a view, or arranging the saved ones. */
export type ViewWork = 'save' | 'arrange';

/** Work on saved views: buttons in the rail and in a menu start it, the panel shows it. */
export const $viewWork = atom<ViewWork | null>(null);

/** The panel's views, for the rail, which is a separate island. */
export const $views = atom<ComponentProps<typeof ViewLinks> | undefined>();

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

/** On a phone this many views stand above the list; the others are in 'Más acciones'. */
export const MAX_CHIPS = 4;

/** The views without a rail: a line that scrolls sideways. */
export function ViewChips({ views, ...others }: ComponentProps<typeof ViewLinks>) {
  return (
    <nav aria-label={strings.title} className="view-chips">
      <ViewLinks {...others} views={views.slice(0, MAX_CHIPS)} />
    </nav>
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
