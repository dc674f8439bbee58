import { useState } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { leadForms } from '~/shared/strings/panel/later';
import type { PanelWork } from '../lead/lead-actions';
import { workOn } from '../lead/lead-work';
import { ConfirmDialog } from '../ui/Dialog';

const { removal } = leadForms;

/** Asks before a lead goes to the trash. */
export function RemoveLeadDialog({
  lead,
  panel,
  onRemoved,
  onClose,
}: {
  lead: Lead;
  panel: PanelWork;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    if (await workOn(panel).remove(lead)) onRemoved();
    onClose();
  }

  return (
    <ConfirmDialog
      title={leadStrings.removal.title}
      text={removal.text(lead.nombre)}
      confirmLabel={removal.confirm}
      busyLabel={busy && removal.confirming}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
