import type { OwnSession, SessionUser } from '~/shared/accounts/account';
import type { OpenInvitation } from '~/shared/accounts/invitation';
import type { AcceptInvitation } from '~/shared/accounts/invitation-schema';
import type { PasskeySummary } from '~/shared/accounts/passkey';
import type {
  ChangePassword,
  ResetPassword,
  SetUpAdmin,
  SignIn,
  SignUp,
  VerifyEmail,
} from '~/shared/accounts/schema';
import type { SecondFactor, SecondFactorInput } from '~/shared/accounts/second-factor';
import { callApi } from '../api-client';

type Signed = { user: SessionUser };
/** After the first step: signed in, or one of these second factors is due. */
export type Entry = Signed | { second_factor: SecondFactor[] };

export const signIn = (credentials: SignIn) =>
  callApi<Entry>('/api/auth/sign-in', { method: 'POST', body: credentials });

export const takeSecondStep = (input: SecondFactorInput) =>
  callApi<Signed>('/api/auth/second-factor', { method: 'POST', body: input, offersSignIn: false });

/** Re-authenticates by password. */
export const confirmPassword = (password: string) =>
  callApi('/api/auth/confirm', { method: 'POST', body: { password }, offersSignIn: false });

/** Re-authenticates by app code or recovery code. */
export const confirmByCode = (input: SecondFactorInput) =>
  callApi('/api/auth/confirm', { method: 'POST', body: input, offersSignIn: false });

export const setUpAdmin = (account: SetUpAdmin) =>
  callApi<Signed>('/api/auth/setup', { method: 'POST', body: account });
export const signUp = (account: SignUp) => callApi('/api/auth/sign-up', { method: 'POST', body: account });
export const resendVerification = (email: string) =>
  callApi('/api/auth/resend', { method: 'POST', body: { email } });
export const verifyEmail = (input: VerifyEmail) =>
  callApi('/api/auth/verify', { method: 'POST', body: input });
export const requestRecovery = (email: string) =>
  callApi('/api/auth/recover', { method: 'POST', body: { email } });

/** The password rule and passkeys of a reset link's owner; does not use up the link. */
export const readResetLink = (token: string) =>
  callApi<{ min_length: number; passkeys: PasskeySummary[] }>('/api/auth/reset/rule', {
    method: 'POST',
    body: { token },
  });

export const resetPassword = (input: ResetPassword) =>
  callApi('/api/auth/reset', { method: 'POST', body: input });
export const changePassword = (input: ChangePassword) =>
  callApi('/api/auth/password', { method: 'POST', body: input });
export const openAccessLink = (token: string) =>
  callApi<Entry>('/api/auth/access', { method: 'POST', body: { token } });

/** What an invitation link offers; does not use it up. */
export const readInvitation = (token: string) =>
  callApi<OpenInvitation>('/api/auth/invitation/read', { method: 'POST', body: { token } });

export const acceptInvitation = (input: AcceptInvitation) =>
  callApi<Signed>('/api/auth/invitation', { method: 'POST', body: input });
export const requestAccessLink = (email: string) =>
  callApi('/api/auth/access/another', { method: 'POST', body: { email } });

/** The signed-in user, or null. */
export const fetchSessionUser = async () =>
  (await callApi<{ user: SessionUser | null }>('/api/auth/session')).user;

export const changeOwnName = (name: string) =>
  callApi<Signed>('/api/account', { method: 'PATCH', body: { name } });
export const fetchSessions = async () =>
  (await callApi<{ sessions: OwnSession[] }>('/api/sessions')).sessions;
export const endSession = (id: string) => callApi(`/api/sessions/${id}`, { method: 'DELETE' });
export const endOtherSessions = () => callApi('/api/sessions', { method: 'DELETE' });
