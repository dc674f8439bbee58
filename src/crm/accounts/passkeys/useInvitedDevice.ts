import type { RegistrationResponseJSON } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import { useStable } from '~/crm/ui/useStable';
import { requestInvitedPasskey } from './passkey-api';

/**
 * A device that is ready to make the passkey of an account to come, because a browser makes one only right after a press.
 * `make` is null until it is ready, and where the browser knows no passkeys; it works once, and `renew` makes it ready again.
 */
export function useInvitedDevice(token: string | null) {
  const [make, setMake] = useState<(() => Promise<RegistrationResponseJSON>) | null>(null);
  const { renew } = useStable({
    renew: async () => {
      if (!token || !window.PublicKeyCredential) return;
      try {
        const [device, options] = await Promise.all([import('./device'), requestInvitedPasskey(token)]);
        setMake(() => () => device.makeOnDevice(options));
      } catch {
        // The password is still there.
        setMake(null);
      }
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for another link.
  useEffect(() => void renew(), [renew, token]);
  return { make, renew: () => void renew() };
}
