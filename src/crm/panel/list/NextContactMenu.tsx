import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { isClosed } from '~/shared/leads/lead';
import { $planning } from '../../lead/follow-up/planning';
import { CrashBoundary } from '../../ui/CrashBoundary';
import type { Row } from '../panel-view';
import type { RowActions } from './LeadRow';

const NextContactPopover = lazy(async () => ({
  default: (await import('../../lead/follow-up/NextContactChoice')).NextContactPopover,
}));

/** The choice of the next contact, one for all rows; it is there while somebody chooses. */
export function NextContactMenu({
  rows,
  today,
  actions,
}: {
  rows: readonly Row[];
  today: string;
  actions: RowActions;
}) {
  const planning = useStore($planning);
  const lead = rows.find((row) => row.lead.id === planning?.leadId)?.lead;
  if (!planning || !lead || isClosed(lead)) return null;
  return (
    <CrashBoundary>
      <Suspense>
        <NextContactPopover
          key={lead.id}
          lead={lead}
          anchor={planning.anchor}
          today={today}
          onPlan={actions.onPlan}
          onClose={() => $planning.set(null)}
        />
      </Suspense>
    </CrashBoundary>
  );
}
