import { FormDialog } from '~/crm/ui/Dialog';
import { InputField, SelectField } from '~/crm/ui/forms/Field';
import { useDraftForm } from '~/crm/ui/forms/useForm';
import { showToast } from '~/crm/ui/toasts/toasts';
import { INVITED_ROLES } from '~/shared/accounts/invitation';
import { inviteSchema } from '~/shared/accounts/invitation-schema';
import { invitationStrings as strings } from '~/shared/strings/account/invitations';
import { invite } from '../team-api';

/** 'Invitar al equipo': an email and a role. */
export function InviteDialog({ onSent, onClose }: { onSent: () => Promise<void>; onClose: () => void }) {
  const form = useDraftForm(
    'team:invite',
    inviteSchema,
    async (input) => {
      await invite(input);
      showToast({ tone: 'success', text: strings.sent(input.email) });
      onClose();
      await onSent();
    },
    { fallback: strings.failed, isSaid: ({ code }) => code === 'account_exists' },
  );
  const { values, errors } = form;

  return (
    <FormDialog
      form={form}
      title={strings.invite}
      submitLabel={strings.submit}
      busyLabel={strings.sending}
      onClose={onClose}
    >
      <p className="text-ink-soft">{strings.inviteText}</p>
      <InputField
        data-autofocus
        label={strings.email}
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        defaultValue={values.email}
        error={errors.email}
      />
      <SelectField
        label={strings.role}
        name="role"
        hint={strings.roleHint}
        defaultValue={values.role ?? 'staff'}
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
