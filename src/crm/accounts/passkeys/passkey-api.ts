import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  RegistrationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/browser';
import { callApi } from '~/crm/api-client';
import type { SessionUser } from '~/shared/accounts/account';
import type { Passkey } from '~/shared/accounts/passkey';

/** Browser options for signing in. */
export const requestSignIn = () =>
  callApi<RequestOptions>('/api/auth/passkey/options', { method: 'POST', body: {} });

export const signInWithPasskey = (answer: AuthenticationResponseJSON) =>
  callApi<{ user: SessionUser }>('/api/auth/passkey', { method: 'POST', body: answer });

/** Browser options for confirming identity; they name no passkey if the user has none. */
export const requestConfirmation = () =>
  callApi<RequestOptions>('/api/auth/confirm/options', { method: 'POST', body: {}, offersSignIn: false });

export const confirmByPasskey = (passkey: AuthenticationResponseJSON) =>
  callApi('/api/auth/confirm', { method: 'POST', body: { passkey }, offersSignIn: false });

/** Browser options for creating a passkey. */
export const requestPasskey = () =>
  callApi<CreationOptions>('/api/account/passkeys/options', { method: 'POST', body: {} });

/** Browser options for creating an invited account's passkey. */
export const requestInvitedPasskey = (token: string) =>
  callApi<CreationOptions>('/api/auth/invitation/options', { method: 'POST', body: { token } });

export const addPasskey = (answer: RegistrationResponseJSON, name: string) =>
  callApi('/api/account/passkeys', { method: 'POST', body: { ...answer, name } });
export const fetchPasskeys = async () =>
  (await callApi<{ passkeys: Passkey[] }>('/api/account/passkeys')).passkeys;
export const renamePasskey = (id: string, name: string) =>
  callApi(`/api/account/passkeys/${id}`, { method: 'PATCH', body: { name } });
export const removePasskey = (id: string) => callApi(`/api/account/passkeys/${id}`, { method: 'DELETE' });
