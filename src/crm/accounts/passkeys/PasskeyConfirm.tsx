import type { PublicKeyCredentialRequestOptionsJSON as RequestOptions } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import { post } from '~/crm/api-client';
import { Button } from '~/crm/ui/Button';
import { useStable } from '~/crm/ui/useStable';
import { passkeyStrings as strings } from '~/shared/strings/accounts/passkeys';
import { showPasskeyFailure } from './PasskeySignIn';

/** Confirms identity by passkey; renders nothing for users without one. */
export function PasskeyConfirm({ onConfirmed }: { onConfirmed: () => void }) {
  /** Prepared ahead: browsers ask a device only right after a press. */
  const [ask, setAsk] = useState<{ device: () => Promise<unknown> } | null>(null);
  const [busy, setBusy] = useState(false);

  const { prepare } = useStable({
    prepare: async () => {
      const [device, options] = await Promise.all([
        import('./device'),
        post<RequestOptions>('/api/auth/confirm/options', {}, { offersSignIn: false }),
      ]);
      if (!options.allowCredentials?.length) return;
      setAsk({
        device: async () =>
          post('/api/auth/confirm', { passkey: await device.askDevice(options) }, { offersSignIn: false }),
      });
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
