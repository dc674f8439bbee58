import type { SecondFactor } from '~/shared/accounts/second-factor';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { confirmByCode } from '../account-api';
import { PasskeyConfirm } from '../passkeys/PasskeyConfirm';
import { CodeForm } from './CodeForm';

/** Confirms identity where a password is not enough. */
export function ConfirmByFactorForm({ ways, onDone }: { ways: readonly SecondFactor[]; onDone: () => void }) {
  return (
    <CodeForm
      ways={ways}
      passkey={<PasskeyConfirm onConfirmed={onDone} />}
      passkeyText={secondFactorStrings.confirmByPasskey}
      submit={accountStrings.confirm.submit}
      send={async (input) => {
        await confirmByCode(input);
        onDone();
      }}
    />
  );
}
