import { useStore } from '@nanostores/react';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { peopleStrings } from '~/shared/strings/lead/people';
import { ConfirmDialog } from '../../ui/Dialog';
import type { LeadActions } from '../lead-actions';
import { $takeOver } from './take-over';

const { takeOver: strings } = peopleStrings;

/** Asks before the user takes a colleague's lead. */
export function TakeOverQuestion({ userId, panel }: { userId: string; panel: LeadActions }) {
  const lead = useStore($takeOver);
  if (!lead) return null;
  const name = lead.owner_name ?? dialog.someone;
  return (
    <ConfirmDialog
      title={strings.title(name)}
      text={strings.text(lead.nombre, name)}
      confirmLabel={strings.confirm}
      onConfirm={() => {
        $takeOver.set(null);
        void panel.assign(lead, userId, { isAgreed: true });
      }}
      onClose={() => $takeOver.set(null)}
    />
  );
}
