import { ConfirmDialog } from '~/crm/ui/Dialog';
import { leaveDraftsStrings as strings } from '~/shared/strings/accounts/leave-drafts';

/** Asks before a sign-out discards drafts. */
export function LeaveDraftsDialog({ onLeave, onClose }: { onLeave: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={strings.title}
      text={strings.text}
      confirmLabel={strings.confirm}
      onConfirm={onLeave}
      onClose={onClose}
    />
  );
}
