import { lazy, Suspense, useState } from 'react';
import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import type { Colleague } from '~/shared/accounts/member';
import type { Lead } from '~/shared/leads/lead';
import { leadForms } from '~/shared/strings/lead-forms';
import { leadStrings } from '~/shared/strings/leads';
import type { PanelWork } from '../lead/lead-actions';
import { workOn } from '../lead/lead-work';
import { CreateLeadDialog } from '../lead/load-later';
import { ConfirmDialog } from '../ui/Dialog';
import { Loading } from '../ui/Spinner';
import { $creatingLead } from './CreateLeadButton';

const OtherMessageDialog = lazy(async () => ({
  default: (await import('../lead/messages/OtherMessageDialog')).OtherMessageDialog,
}));

const ShortcutsDialog = lazy(async () => ({ default: (await import('./ShortcutsDialog')).ShortcutsDialog }));

const { removal } = leadForms;

type Props = {
  isCreating: boolean;
  /** The lead about to go to the trash. */
  removing: Lead | null;
  /** The lead for which another message is chosen. */
  otherMessage: Lead | null;
  isHelpOpen: boolean;
  user: SessionUser;
  staff: readonly Colleague[];
  today: string;
  panel: PanelWork;
  onOpen: (id: number) => void;
  /** A lead went to the trash. */
  onGone: (id: number) => void;
  /** The trash question was closed, answered or not. */
  onRemoveClosed: () => void;
  onMessageClosed: () => void;
  onHelpClosed: () => void;
};

/** The panel's dialogs beside the open lead. */
export function OtherDialogs(props: Props) {
  const { isCreating, removing, otherMessage, isHelpOpen, user, staff, today, panel, onGone } = props;
  return (
    <Suspense fallback={<Loading className="panel-loading" />}>
      {isCreating && (
        <CreateLeadDialog
          userId={user.id}
          staff={staff}
          today={today}
          onCreated={panel.showSaved}
          onOpen={props.onOpen}
          onClose={() => $creatingLead.set(false)}
        />
      )}
      {removing && (
        <RemoveLeadDialog
          lead={removing}
          panel={panel}
          onRemoved={() => onGone(removing.id)}
          onClose={props.onRemoveClosed}
        />
      )}
      {otherMessage && (
        <OtherMessageDialog
          lead={otherMessage}
          sender={user.name}
          canManage={isAdmin(user)}
          onContact={panel.recordContact}
          onClose={props.onMessageClosed}
        />
      )}
      {isHelpOpen && <ShortcutsDialog onClose={props.onHelpClosed} />}
    </Suspense>
  );
}

/** Asks before a lead goes to the trash. */
function RemoveLeadDialog({
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
