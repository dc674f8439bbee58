import { useRef } from 'react';
import { FormDialog } from '~/crm/ui/Dialog';
import { InputField } from '~/crm/ui/forms/Field';
import { useDraft } from '~/crm/ui/forms/useDraft';
import { useForm } from '~/crm/ui/forms/useForm';
import { showToast } from '~/crm/ui/toasts/toasts';
import { PASSKEY_NAME_LENGTH, type Passkey, renamePasskeySchema } from '~/shared/accounts/passkey';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { passkeyStrings as strings } from '~/shared/strings/accounts/passkeys';
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
  const first = useRef<HTMLInputElement>(null);
  const draft = useDraft(`account:passkey:${id}`);
  const { errors, busy, submit } = useForm(
    renamePasskeySchema,
    async (input) => {
      await renamePasskey(id, input.name);
      showToast({ tone: 'success', text: strings.renamed });
      onClose();
      await onRenamed();
    },
    { fallback: strings.failed, draft, original: { name } },
  );

  return (
    <FormDialog
      title={strings.renameTitle}
      submitLabel={accountStrings.save}
      busyLabel={busy && accountStrings.saving}
      initialFocus={first}
      draft={draft}
      original={{ name }}
      onSubmit={submit}
      onClose={onClose}
    >
      <InputField
        ref={first}
        label={strings.name}
        name="name"
        required
        maxLength={PASSKEY_NAME_LENGTH}
        autoComplete="off"
        defaultValue={draft.typed.name ?? name}
        error={errors.name}
      />
    </FormDialog>
  );
}
