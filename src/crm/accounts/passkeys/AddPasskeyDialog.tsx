import type { RegistrationResponseJSON } from '@simplewebauthn/browser';
import { useRef } from 'react';
import { FormDialog } from '~/crm/ui/Dialog';
import { InputField } from '~/crm/ui/forms/Field';
import { useDraft } from '~/crm/ui/forms/useDraft';
import { useForm } from '~/crm/ui/forms/useForm';
import { showToast } from '~/crm/ui/toasts/toasts';
import { describeBrowser } from '~/shared/accounts/describe-browser';
import { PASSKEY_NAME_LENGTH, renamePasskeySchema } from '~/shared/accounts/passkey';
import { passkeyStrings as strings } from '~/shared/strings/accounts/passkeys';
import { tell } from './PasskeySignIn';
import { addPasskey } from './passkey-api';

/** A device ready to create a passkey. */
export type NewOnDevice = { make: () => Promise<RegistrationResponseJSON> };

/** Asks for a new passkey's name, then has the device create it. */
export function AddPasskeyDialog({
  device,
  onEnded,
  onClose,
}: {
  device: NewOnDevice;
  /** Called once the server has kept or refused the passkey. */
  onEnded: (isKept: boolean) => unknown;
  onClose: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  const draft = useDraft('account:passkey');
  const { errors, busy, settle, submit } = useForm(renamePasskeySchema, async ({ name }) => {
    let answer: RegistrationResponseJSON;
    try {
      answer = await device.make();
    } catch (error) {
      tell(error);
      settle();
      return;
    }
    // The prepared challenge is used up either way.
    onClose();
    let isKept = false;
    try {
      await addPasskey(answer, name);
      isKept = true;
      showToast({ tone: 'success', text: strings.added });
    } catch (error) {
      tell(error);
      const { forgetOnDevice } = await import('./device');
      await forgetOnDevice(answer.id);
    }
    await onEnded(isKept);
  });

  return (
    <FormDialog
      title={strings.add}
      submitLabel={strings.create}
      busyLabel={busy && strings.creating}
      initialFocus={first}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-ink-soft">{strings.addText}</p>
      <InputField
        ref={first}
        label={strings.name}
        name="name"
        required
        maxLength={PASSKEY_NAME_LENGTH}
        autoComplete="off"
        defaultValue={draft.typed.name ?? describeBrowser(navigator.userAgent)}
        error={errors.name}
      />
    </FormDialog>
  );
}
