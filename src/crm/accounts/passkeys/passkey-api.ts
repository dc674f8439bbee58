import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  RegistrationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/browser';
import { callApi, del, patch, post } from '~/crm/api-client';
import type { SessionUser } from '~/shared/accounts/account';
import type { Passkey } from '~/shared/accounts/passkey';

/** Browser options for signing in. */
export const requestSignIn = () => post<RequestOptions>('/api/auth/passkey/options', {});

export const signInWithPasskey = (answer: AuthenticationResponseJSON) =>
  post<{ user: SessionUser }>('/api/auth/passkey', answer);

/** Browser options for confirming identity; they name no passkey if the user has none. */
export const requestConfirmation = () => post<RequestOptions>('/api/auth/confirm/options', {}, { offersSignIn: false });

export const confirmByPasskey = (passkey: AuthenticationResponseJSON) =>
  post('/api/auth/confirm', { passkey }, { offersSignIn: false });

/** Browser options for creating a passkey. */
export const requestPasskey = () => post<CreationOptions>('/api/account/passkeys/options', {});

/** Browser options for creating an invited account's passkey. */
export const requestInvitedPasskey = (token: string) =>
  post<CreationOptions>('/api/auth/invitation/options', { token });

export const addPasskey = (answer: RegistrationResponseJSON, name: string) =>
  post('/api/account/passkeys', { ...answer, name });
export const fetchPasskeys = async () => (await callApi<{ passkeys: Passkey[] }>('/api/account/passkeys')).passkeys;
export const renamePasskey = (id: string, name: string) => patch(`/api/account/passkeys/${id}`, { name });
export const removePasskey = (id: string) => del(`/api/account/passkeys/${id}`);
