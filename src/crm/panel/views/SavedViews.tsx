import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { createPortal } from 'react-dom';
import type { LeadFilters } from '~/shared/leads/schema';
import type { SavedView } from '~/shared/leads/views';
import { hasNoFocus } from '../walk/useListFocus';
import { useSavedViews } from './useSavedViews';
import { $viewWork } from './useViews';

const ViewDialogs = lazy(async () => ({ default: (await import('./ViewDialogs')).ViewDialogs }));

/** Recounts the saved views after an event, and shows their dialogs. */
export function SavedViews({
  saved,
  filters,
  zone,
  asOf,
  onSaved,
}: {
  saved: readonly SavedView[];
  filters: LeadFilters;
  zone: string;
  asOf: number;
  onSaved: (views: readonly SavedView[]) => void;
}) {
  const reload = useSavedViews(saved, onSaved, zone, asOf);
  const work = useStore($viewWork);

  /** A list once saved has no button left to return the focus to. */
  function close() {
    $viewWork.set(null);
    setTimeout(() => {
      if (hasNoFocus()) document.getElementById('recientes')?.focus({ preventScroll: true });
    });
  }

  return (
    work &&
    createPortal(
      <Suspense>
        <ViewDialogs work={work} filters={filters} views={saved} onChanged={reload} onClose={close} />
      </Suspense>,
      document.body,
    )
  );
}
