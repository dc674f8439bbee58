import type {
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { useState } from 'react';
import { post } from '~/crm/api-client';
import { FormDialog } from '~/crm/ui/Dialog';
import { InputField } from '~/crm/ui/forms/Field';
import { useDraftForm } from '~/crm/ui/forms/useForm';
import { showToast } from '~/crm/ui/toasts/toasts';
import { describeBrowser } from '~/shared/accounts/describe-browser';
import { PASSKEY_NAME_LENGTH, renamePasskeySchema } from '~/shared/accounts/passkey';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { passkeyStrings as strings } from '~/shared/strings/accounts/passkeys';
import { showPasskeyFailure } from './PasskeySignIn';

/** A device ready to create a passkey. */
type NewOnDevice = { make: () => Promise<RegistrationResponseJSON> };

/** Creates a passkey on this device: the button's action, and the dialog it opens. */
export function useNewPasskey(onEnded: (isKept: boolean) => unknown) {
  /** Prepared before the name is asked for: browsers create a passkey only right after a press. */
  const [making, setMaking] = useState<NewOnDevice | null>(null);

  async function prepare() {
    try {
      const [device, options] = await Promise.all([
        import('./device'),
        post<CreationOptions>('/api/account/passkeys/options', {}),
      ]);
      setMaking({ make: () => device.createOnDevice(options) });
    } catch (error) {
      showPasskeyFailure(error);
    }
  }

  return {
    prepare,
    dialog: making && <AddPasskeyDialog device={making} onEnded={onEnded} onClose={() => setMaking(null)} />,
  };
}

type AddPasskeyDialogProps = {
  device: NewOnDevice;
  /** Called once the server has kept or refused the passkey. */
  onEnded: (isKept: boolean) => unknown;
  onClose: () => void;
};

/** Asks for a new passkey's name, then has the device create it. */
function AddPasskeyDialog({ device, onEnded, onClose }: AddPasskeyDialogProps) {
  const form = useDraftForm('account:passkey', renamePasskeySchema, async ({ name }) => {
    let answer: RegistrationResponseJSON;
    try {
      answer = await device.make();
    } catch (error) {
      showPasskeyFailure(error);
      form.settle();
      return;
    }
    // The prepared challenge is used up either way.
    onClose();
    let isKept = false;
    try {
      await post('/api/account/passkeys', { ...answer, name });
      isKept = true;
      showToast({ tone: 'success', text: strings.added });
    } catch (error) {
      showPasskeyFailure(error);
      const { forgetOnDevice } = await import('./device');
      await forgetOnDevice(answer.id);
    }
    await onEnded(isKept);
  });

  return (
    <FormDialog
      form={form}
      title={strings.add}
      submitLabel={strings.create}
      busyLabel={strings.signingIn}
      onClose={onClose}
    >
      <p className="text-ink-soft">{strings.addText}</p>
      <InputField
        data-autofocus
        label={accountStrings.nameLabel}
        {...form.field('name')}
        required
        maxLength={PASSKEY_NAME_LENGTH}
        autoComplete="off"
        defaultValue={form.values.name ?? describeBrowser(navigator.userAgent)}
      />
    </FormDialog>
  );
}
