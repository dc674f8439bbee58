import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { CrashBoundary } from '../../ui/CrashBoundary';
import { deferred } from '../lazy-parts';
import type { ListMutations } from '../list-mutations';
import { $dayPicker, $keptRowId } from './follow-up-state';

const NextContactPopover = lazy(deferred.part('NextContactPopover'));

type Props = {
  lead: (id: number) => Lead | undefined;
  where: 'list' | 'sheet';
  today: string;
  mutations: ListMutations;
};

/** The day picker, one for all rows and one for the open lead; mounted while in use. */
export function NextContactMenu({ lead, where, today, mutations }: Props) {
  const picker = useStore($dayPicker);
  const found = picker && lead(picker.leadId);
  if (!found || (picker.anchor.closest('.sheet') === null) !== (where === 'list')) return null;
  return (
    <CrashBoundary>
      <Suspense>
        <NextContactPopover
          key={found.id}
          lead={found}
          anchor={picker.anchor}
          today={today}
          mutations={mutations}
          onClose={() => {
            $dayPicker.set(null);
            // A status change may have asked for it, in its row.
            $keptRowId.set(null);
          }}
        />
      </Suspense>
    </CrashBoundary>
  );
}
