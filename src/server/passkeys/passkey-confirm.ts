import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { SessionUser } from '~/shared/accounts/account';
import type { PasskeyAnswer } from '~/shared/accounts/passkey';
import { AppError } from '../app-error';
import type { Visit } from '../http/visit';
import { confirmBy } from '../sessions/confirm';
import { acceptProof, makeRequest, proveByPasskey } from './assertion';

/** Options to confirm with one of one's own passkeys; they name none for somebody without any. */
export function requestConfirmation(user: SessionUser): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return makeRequest('confirm', user.id);
}

/** Confirms by an own passkey. Throws AppError `passkey_unknown`; `passkey_refused`; as `confirmBy` does. */
export function confirmByPasskey(user: SessionUser, answer: PasskeyAnswer, visit: Visit): Promise<void> {
  return confirmBy('passkey', user, visit, async () => {
    const proof = await proveByPasskey(answer, 'confirm', user.id);
    return () => {
      if (!acceptProof(proof)) throw new AppError('passkey_refused');
    };
  });
}
