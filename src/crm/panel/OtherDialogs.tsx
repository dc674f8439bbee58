import { lazy, Suspense } from 'react';
import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import type { Colleague } from '~/shared/accounts/member';
import type { Lead } from '~/shared/leads/lead';
import { CreateLeadDialog } from '../lead/forms/load-forms';
import type { PanelWork } from '../lead/lead-actions';
import { $otherMessage } from '../lead/messages/other-message';
import { Loading } from '../ui/Spinner';
import { $creatingLead } from './create-store';
import { RemoveLeadDialog } from './RemoveLeadDialog';

const OtherMessageDialog = lazy(async () => ({
  default: (await import('../lead/messages/OtherMessageDialog')).OtherMessageDialog,
}));

const ShortcutsDialog = lazy(async () => ({ default: (await import('./ShortcutsDialog')).ShortcutsDialog }));

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
          onContact={panel.noteContact}
          onClose={() => $otherMessage.set(null)}
        />
      )}
      {isHelpOpen && <ShortcutsDialog onClose={props.onHelpClosed} />}
    </Suspense>
  );
}
