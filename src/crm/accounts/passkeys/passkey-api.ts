import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { callApi } from '~/crm/api-client';
import type { SessionUser } from '~/shared/accounts/account';
import type { Passkey } from '~/shared/accounts/passkey';

/** Browser options for signing in. */
export function requestSignIn(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return callApi('/api/auth/passkey/options', { method: 'POST', body: {} });
}

export function signInWithPasskey(answer: AuthenticationResponseJSON): Promise<{ user: SessionUser }> {
  return callApi('/api/auth/passkey', { method: 'POST', body: answer });
}

/** Browser options for confirming identity; they name no passkey if the user has none. */
export function requestConfirmation(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return callApi('/api/auth/confirm/options', { method: 'POST', body: {}, offersSignIn: false });
}

export function confirmByPasskey(passkey: AuthenticationResponseJSON): Promise<void> {
  return callApi('/api/auth/confirm', { method: 'POST', body: { passkey }, offersSignIn: false });
}

/** Browser options for creating a passkey. */
export function requestPasskey(): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return callApi('/api/account/passkeys/options', { method: 'POST', body: {} });
}

/** Browser options for creating an invited account's passkey. */
export function requestInvitedPasskey(token: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return callApi('/api/auth/invitation/options', { method: 'POST', body: { token } });
}

export function addPasskey(answer: RegistrationResponseJSON, name: string): Promise<unknown> {
  return callApi('/api/account/passkeys', { method: 'POST', body: { ...answer, name } });
}

export async function fetchPasskeys(): Promise<Passkey[]> {
  const { passkeys } = await callApi<{ passkeys: Passkey[] }>('/api/account/passkeys');
  return passkeys;
}

export function renamePasskey(id: string, name: string): Promise<unknown> {
  return callApi(`/api/account/passkeys/${id}`, { method: 'PATCH', body: { name } });
}

export function removePasskey(id: string): Promise<unknown> {
  return callApi(`/api/account/passkeys/${id}`, { method: 'DELETE' });
}
