import { useState } from 'react';
import type { Colleague, Member } from '~/shared/accounts/member';
import { crmStrings } from '~/shared/strings/crm';
import type { Question } from '~/shared/strings/questions';
import { teamStrings } from '~/shared/strings/team';
import { ConfirmDialog } from '../ui/Dialog';
import { CheckboxField, SelectField } from '../ui/forms/Field';
import type { Handover } from './team-api';

/** Confirms suspending somebody or ending their administrator role, and asks who takes over what they leave. */
export function StepDownDialog({
  member,
  question: { title, text, confirm },
  heirs,
  onConfirm,
  onClose,
}: {
  member: Member;
  question: Question;
  /** Who can take their leads; null if they keep them. */
  heirs: readonly Colleague[] | null;
  onConfirm: (handover: Handover) => Promise<void>;
  onClose: () => void;
}) {
  const [leadsTo, setLeadsTo] = useState('');
  const [keepTokens, setKeepTokens] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const { tokens } = member;
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={confirm}
      busyLabel={busy && crmStrings.working}
      onConfirm={async () => {
        setBusy(true);
        await onConfirm({ leadsTo: leadsTo || null, keepTokens });
        onClose();
      }}
      onClose={onClose}
    >
      {(heirs || tokens.length > 0) && (
        <div className="grid gap-4">
          {heirs && (
            <SelectField
              label={teamStrings.leadsTo}
              value={leadsTo}
              onChange={({ target }) => setLeadsTo(target.value)}
            >
              <option value="">{teamStrings.leadsToNobody}</option>
              {heirs
                .filter(({ id }) => id !== member.id)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </SelectField>
          )}
          {tokens.length > 0 && (
            <fieldset className="grid max-h-60 gap-2 overflow-y-auto">
              <legend className="mb-2 text-ink-soft">{teamStrings.tokensLeft}</legend>
              {tokens.map(({ id, name }) => (
                <CheckboxField
                  key={id}
                  label={teamStrings.keepToken(name)}
                  checked={keepTokens.includes(id)}
                  onChange={({ target }) =>
                    setKeepTokens((kept) =>
                      target.checked ? [...kept, id] : kept.filter((one) => one !== id),
                    )
                  }
                />
              ))}
            </fieldset>
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}
