import { FormDialog } from '~/crm/ui/Dialog';
import { InputField } from '~/crm/ui/forms/Field';
import { useDraftForm } from '~/crm/ui/forms/useForm';
import { showToast } from '~/crm/ui/toasts/toasts';
import type { Passkey } from '~/shared/accounts/passkey';
import { PASSKEY_NAME_LENGTH, renamePasskeySchema } from '~/shared/accounts/passkey-schema';
import { passkeyStrings as strings } from '~/shared/strings/account/passkeys';
import { accountStrings } from '~/shared/strings/accounts';
import { renamePasskey } from './passkey-api';

/** Renames a passkey. */
export function RenamePasskeyDialog({
  passkey: { id, name },
  onRenamed,
  onClose,
}: {
  passkey: Passkey;
  onRenamed: () => Promise<void>;
  onClose: () => void;
}) {
  const form = useDraftForm(
    `account:passkey:${id}`,
    renamePasskeySchema,
    async (input) => {
      await renamePasskey(id, input.name);
      showToast({ tone: 'success', text: strings.renamed });
      onClose();
      await onRenamed();
    },
    { fallback: strings.failed, original: { name } },
  );

  return (
    <FormDialog
      form={form}
      title={strings.renameTitle}
      submitLabel={accountStrings.save}
      busyLabel={accountStrings.saving}
      onClose={onClose}
    >
      <InputField
        data-autofocus
        label={strings.name}
        name="name"
        required
        maxLength={PASSKEY_NAME_LENGTH}
        autoComplete="off"
        defaultValue={form.values.name}
        error={form.errors.name}
      />
    </FormDialog>
  );
}
