import { lazy, Suspense, useState } from 'react';
import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import type { Colleague } from '~/shared/accounts/member';
import type { Lead } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { shortcuts, shortcutsTitle } from '~/shared/strings/panel/shortcuts';
import { type ListMutations, leadMutations } from '../lead/lead-mutations';
import { OtherMessageDialog } from '../lead/templates/OtherMessageDialog';
import { ConfirmDialog, Dialog } from '../ui/Dialog';
import { Loading } from '../ui/Spinner';

export const loadCreation = async () => ({
  default: (await import('../lead/forms/CreateLeadDialog')).CreateLeadDialog,
});

/** Lazy: it comes with the rules that check what is typed. */
const CreateLeadDialog = lazy(loadCreation);

const JoinDialog = lazy(async () => ({ default: (await import('../lead/join/JoinDialog')).JoinDialog }));

const { removal } = leadStrings;

/** A dialog of the panel; `removal` and `message` are about a lead. The one of `manyRemoval` is drawn by BulkBar. */
export type PanelDialog =
  | { name: 'creation' | 'help' | 'manyRemoval' }
  | { name: 'removal' | 'message'; lead: Lead }
  | { name: 'join'; lead: Lead; other: Lead };

type Props = {
  dialog: PanelDialog;
  user: SessionUser;
  staff: readonly Colleague[];
  today: string;
  mutations: ListMutations;
  onOpen: (id: number) => void;
  /** A lead went to the trash. */
  onGone: (id: number) => void;
  onClose: () => void;
};

/** The panel's dialogs beside the open lead. */
export function OtherDialogs({ dialog, user, staff, today, mutations, onOpen, onGone, onClose }: Props) {
  return (
    <Suspense fallback={<Loading className="panel-loading" />}>
      {dialog.name === 'creation' && (
        <CreateLeadDialog {...{ staff, today, onOpen, onClose }} userId={user.id} onCreated={mutations.showSaved} />
      )}
      {dialog.name === 'removal' && (
        <RemoveLeadDialog {...{ mutations, onClose }} lead={dialog.lead} onRemoved={() => onGone(dialog.lead.id)} />
      )}
      {dialog.name === 'message' && (
        <OtherMessageDialog
          lead={dialog.lead}
          sender={user.name}
          canManage={isAdmin(user)}
          onContact={mutations.recordContact}
          onClose={onClose}
        />
      )}
      {dialog.name === 'join' && <JoinDialog {...{ mutations, onClose }} lead={dialog.lead} other={dialog.other} />}
      {dialog.name === 'help' && <ShortcutsDialog onClose={onClose} />}
    </Suspense>
  );
}

/** Asks before a lead goes to the trash. */
function RemoveLeadDialog({
  lead,
  mutations,
  onRemoved,
  onClose,
}: {
  lead: Lead;
  mutations: ListMutations;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    if (await leadMutations(mutations).remove(lead)) onRemoved();
    onClose();
  }

  return (
    <ConfirmDialog
      title={removal.title}
      text={removal.text(lead.nombre)}
      confirmLabel={removal.confirm}
      busyLabel={busy && removal.confirming}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

/** The keys that work in the panel. */
function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={shortcutsTitle} onClose={onClose} width="narrow">
      {/* On a phone it scrolls and has nothing else to focus. */}
      <dl tabIndex={0} className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2.5">
        {shortcuts.map(([key, text]) => (
          <div key={key} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <kbd className="rounded-md border border-sand-line bg-sand px-2 py-0.5 text-sm whitespace-nowrap">
                {key}
              </kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
