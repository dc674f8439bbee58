import { useState } from 'react';
import type { Colleague, Member } from '~/shared/accounts/member';
import { crmStrings } from '~/shared/strings/crm';
import { questions } from '~/shared/strings/questions';
import { teamStrings } from '~/shared/strings/team';
import { ConfirmDialog } from '../ui/Dialog';
import { SelectField } from '../ui/forms/Field';

/** Asks before somebody is suspended, and who gets their leads. */
export function SuspendDialog({
  member,
  staff,
  onConfirm,
  onClose,
}: {
  member: Member;
  staff: readonly Colleague[];
  onConfirm: (leadsTo: string | null) => Promise<void>;
  onClose: () => void;
}) {
  const [leadsTo, setLeadsTo] = useState('');
  const [busy, setBusy] = useState(false);
  const { title, text, confirm } = questions.suspend(member.name);
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={confirm}
      busyLabel={busy && crmStrings.working}
      onConfirm={async () => {
        setBusy(true);
        await onConfirm(leadsTo || null);
        onClose();
      }}
      onClose={onClose}
    >
      <SelectField
        label={teamStrings.leadsTo}
        value={leadsTo}
        onChange={({ target }) => setLeadsTo(target.value)}
      >
        <option value="">{teamStrings.leadsToNobody}</option>
        {staff
          .filter(({ id }) => id !== member.id)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
    </ConfirmDialog>
  );
}
