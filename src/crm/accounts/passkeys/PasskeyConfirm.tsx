import { useEffect, useState } from 'react';
import { Button } from '~/crm/ui/Button';
import { useStable } from '~/crm/ui/useStable';
import { passkeyStrings as strings } from '~/shared/strings/accounts/passkeys';
import { showPasskeyFailure } from './PasskeySignIn';
import { confirmByPasskey, requestConfirmation } from './passkey-api';

/** Confirms identity by passkey; renders nothing for users without one. */
export function PasskeyConfirm({ onConfirmed }: { onConfirmed: () => void }) {
  /** Prepared ahead: browsers ask a device only right after a press. */
  const [ask, setAsk] = useState<{ device: () => Promise<unknown> } | null>(null);
  const [busy, setBusy] = useState(false);

  const { prepare } = useStable({
    prepare: async () => {
      const [device, options] = await Promise.all([import('./device'), requestConfirmation()]);
      if (!options.allowCredentials?.length) return;
      setAsk({ device: async () => confirmByPasskey(await device.askDevice(options)) });
    },
  });

  // The password remains as a way.
  useEffect(() => void prepare().catch(() => {}), [prepare]);

  async function confirm(device: () => Promise<unknown>) {
    setBusy(true);
    try {
      await device();
      onConfirmed();
    } catch (error) {
      showPasskeyFailure(error);
      await prepare().catch(() => {});
      setBusy(false);
    }
  }

  if (!ask) return null;
  return (
    <Button onClick={() => void confirm(ask.device)} busyLabel={busy && strings.signingIn} className="w-full">
      {strings.confirm}
    </Button>
  );
}
