import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { fromQuery, panelPath, toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import type { SavedView } from '~/shared/leads/views';
import { describeNumber } from '~/shared/number';
import { viewStrings } from '~/shared/strings/views';
import { isPlainClick } from '../../ui/plain-click';
import { showToast } from '../../ui/toasts/toasts';
import { SAVE_VIEW_PLACE } from '../list/LeadListHead';
import { useSavedViews } from './useSavedViews';
import type { ViewWork } from './ViewDialogs';
import { VIEWS } from './Views';

const ViewDialogs = lazy(async () => ({ default: (await import('./ViewDialogs')).ViewDialogs }));

/** The saved lists, each with how many it holds now, and what is done with them. It is loaded after the panel. */
export function SavedViews({
  saved,
  filters,
  zone,
  asOf,
  onChoose,
}: {
  saved: readonly SavedView[];
  filters: LeadFilters;
  zone: string;
  asOf: number;
  onChoose: (filters: LeadFilters) => void;
}) {
  const { views, reload } = useSavedViews(saved, zone, asOf);
  const [work, setWork] = useState<ViewWork | null>(null);
  const shown = toQuery(filters);
  const place = document.getElementById(SAVE_VIEW_PLACE);
  const known = [...VIEWS.map((view) => toQuery(view.filters)), ...views.map(({ opens }) => opens)];
  return (
    <>
      <ul>
        {views.map(({ id, name, opens, total, problem }) => (
          <li key={id} title={problem ?? undefined} data-alarm={problem !== null || undefined}>
            <a
              href={panelPath(fromQuery(opens))}
              aria-current={shown === opens ? 'page' : undefined}
              aria-describedby={total === null ? undefined : `saved-view-${id}`}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                if (problem) showToast({ tone: 'error', text: name, detail: problem });
                onChoose(fromQuery(opens));
              }}
            >
              {name}
            </a>
            {total !== null && <span id={`saved-view-${id}`}>{describeNumber(total)}</span>}
          </li>
        ))}
      </ul>
      {!known.includes(shown) &&
        place &&
        createPortal(
          <button type="button" onClick={() => setWork('save')}>
            {viewStrings.save}
          </button>,
          place,
        )}
      {views.length > 0 && (
        <button type="button" onClick={() => setWork('arrange')}>
          {viewStrings.arrange}
        </button>
      )}
      {work &&
        createPortal(
          <Suspense>
            <ViewDialogs
              work={work}
              filters={filters}
              views={views}
              onChanged={reload}
              onClose={() => setWork(null)}
            />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
