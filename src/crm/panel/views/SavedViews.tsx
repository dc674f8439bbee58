import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { fromQuery, panelPath, toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import type { SavedView } from '~/shared/leads/views';
import { viewStrings } from '~/shared/strings/views';
import { showToast } from '../../ui/toasts/toasts';
import { SAVE_VIEW_PLACE } from '../list/LeadListHead';
import { hasNoFocus } from '../walk/useListFocus';
import { useSavedViews } from './useSavedViews';
import type { ViewWork } from './ViewDialogs';
import { ViewLink } from './ViewLink';
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

  /** A list that was saved has no button any more to which the focus could return. */
  function close() {
    setWork(null);
    setTimeout(() => {
      if (hasNoFocus()) document.getElementById('recientes')?.focus({ preventScroll: true });
    });
  }

  return (
    <>
      <ul>
        {views.map(({ id, name, opens, total, problem }) => (
          <ViewLink
            key={id}
            name={name}
            href={panelPath(fromQuery(opens))}
            total={total}
            isShown={shown === opens}
            isAlarm={problem !== null}
            title={problem ?? undefined}
            onOpen={() => {
              if (problem) showToast({ tone: 'error', text: name, detail: problem });
              onChoose(fromQuery(opens));
            }}
          />
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
            <ViewDialogs work={work} filters={filters} views={views} onChanged={reload} onClose={close} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
