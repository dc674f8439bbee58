import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { CrashBoundary } from '../../ui/CrashBoundary';
import { further } from '../load-later';
import type { PanelWork } from '../panel-work';
import { $answering, $planning } from './questions';

const NextContactPopover = lazy(further.part('NextContactPopover'));

/** The day picker, one for all rows and one for the open lead; mounted while in use. */
export function NextContactMenu({
  lead,
  where,
  today,
  panel,
}: {
  lead: (id: number) => Lead | undefined;
  where: 'list' | 'sheet';
  today: string;
  panel: PanelWork;
}) {
  const planning = useStore($planning);
  const found = planning && lead(planning.leadId);
  if (!found || (planning.anchor.closest('.sheet') === null) !== (where === 'list')) return null;
  return (
    <CrashBoundary>
      <Suspense>
        <NextContactPopover
          key={found.id}
          lead={found}
          anchor={planning.anchor}
          today={today}
          panel={panel}
          onClose={() => {
            $planning.set(null);
            // A status change may have asked for it, in its row.
            $answering.set(null);
          }}
        />
      </Suspense>
    </CrashBoundary>
  );
}
