import type {
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import { post } from '~/crm/api-client';
import { useStable } from '~/crm/ui/useStable';

/**
 * A device ready to create an invited account's passkey, because browsers create one only right after a press. `make`
 * is null until ready and where passkeys are unsupported; it works once, and `renew` prepares it again.
 */
export function useInvitedDevice(token: string | null) {
  const [make, setMake] = useState<(() => Promise<RegistrationResponseJSON>) | null>(null);
  const { renew } = useStable({
    renew: async () => {
      if (!token || !window.PublicKeyCredential) return;
      try {
        const [device, options] = await Promise.all([
          import('./device'),
          post<CreationOptions>('/api/auth/invitation/options', { token }),
        ]);
        setMake(() => () => device.createOnDevice(options));
      } catch {
        // The password remains as a way.
        setMake(null);
      }
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for another link.
  useEffect(() => void renew(), [renew, token]);
  return { make, renew: () => void renew() };
}
