import { useRef } from 'react';
import { FormDialog } from '~/crm/ui/Dialog';
import { InputField, SelectField } from '~/crm/ui/forms/Field';
import { useDraft } from '~/crm/ui/forms/useDraft';
import { useForm } from '~/crm/ui/forms/useForm';
import { showToast } from '~/crm/ui/toasts/toasts';
import { INVITED_ROLES } from '~/shared/accounts/invitation';
import { inviteSchema } from '~/shared/accounts/invitation-schema';
import { invitationStrings as strings } from '~/shared/strings/accounts/invitations';
import { invite } from '../team-api';

/** 'Invitar al equipo': an email and a role. */
export function InviteDialog({ onSent, onClose }: { onSent: () => Promise<void>; onClose: () => void }) {
  const first = useRef<HTMLInputElement>(null);
  const draft = useDraft('team:invite');
  const { errors, busy, submit } = useForm(
    inviteSchema,
    async (input) => {
      await invite(input);
      showToast({ tone: 'success', text: strings.sent(input.email) });
      onClose();
      await onSent();
    },
    { fallback: strings.failed, draft, isSaid: ({ code }) => code === 'account_exists' },
  );

  return (
    <FormDialog
      title={strings.invite}
      submitLabel={strings.submit}
      busyLabel={busy && strings.sending}
      initialFocus={first}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-ink-soft">{strings.inviteText}</p>
      <InputField
        ref={first}
        label={strings.email}
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        defaultValue={draft.typed.email}
        error={errors.email}
      />
      <SelectField
        label={strings.role}
        name="role"
        hint={strings.roleHint}
        defaultValue={draft.typed.role ?? 'staff'}
        error={errors.role}
      >
        {INVITED_ROLES.map((role) => (
          <option key={role} value={role}>
            {strings.roles[role]}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
