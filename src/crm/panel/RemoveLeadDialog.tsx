import { useState } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { leadForms } from '~/shared/strings/lead-forms';
import { leadStrings } from '~/shared/strings/leads';
import { ConfirmDialog } from '../ui/Dialog';

const { removal } = leadForms;

/** Asks before a lead goes to the trash. */
export function RemoveLeadDialog({
  lead,
  onRemove,
  onRemoved,
  onClose,
}: {
  lead: Lead;
  /** Resolves to whether the lead is gone. */
  onRemove: (lead: Lead) => Promise<boolean>;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    if (await onRemove(lead)) onRemoved();
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
