import type { OwnSession, SessionUser } from '~/shared/accounts/account';
import type { OpenInvitation } from '~/shared/accounts/invitation';
import type { AcceptInvitation } from '~/shared/accounts/invitation-schema';
import type { HeldPasskey } from '~/shared/accounts/passkey';
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

export function signIn(credentials: SignIn): Promise<Entry> {
  return callApi('/api/auth/sign-in', { method: 'POST', body: credentials });
}

/** The second step of signing in. */
export function takeSecondStep(input: SecondFactorInput): Promise<Signed> {
  return callApi('/api/auth/second-factor', { method: 'POST', body: input, offersSignIn: false });
}

/** Re-authenticates by password. */
export function confirmPassword(password: string): Promise<void> {
  return callApi('/api/auth/confirm', { method: 'POST', body: { password }, offersSignIn: false });
}

/** Re-authenticates by app code or recovery code. */
export function confirmByCode(input: SecondFactorInput): Promise<void> {
  return callApi('/api/auth/confirm', { method: 'POST', body: input, offersSignIn: false });
}

export function setUpAdmin(account: SetUpAdmin): Promise<Signed> {
  return callApi('/api/auth/setup', { method: 'POST', body: account });
}

export function signUp(account: SignUp): Promise<unknown> {
  return callApi('/api/auth/sign-up', { method: 'POST', body: account });
}

export function resendVerification(email: string): Promise<unknown> {
  return callApi('/api/auth/resend', { method: 'POST', body: { email } });
}

export function verifyEmail(input: VerifyEmail): Promise<void> {
  return callApi('/api/auth/verify', { method: 'POST', body: input });
}

export function requestRecovery(email: string): Promise<unknown> {
  return callApi('/api/auth/recover', { method: 'POST', body: { email } });
}

/** The password rule and passkeys of a reset link's owner; does not use up the link. */
export function readResetLink(token: string): Promise<{ min_length: number; passkeys: HeldPasskey[] }> {
  return callApi('/api/auth/reset/rule', { method: 'POST', body: { token } });
}

export function resetPassword(input: ResetPassword): Promise<void> {
  return callApi('/api/auth/reset', { method: 'POST', body: input });
}

export function changePassword(input: ChangePassword): Promise<void> {
  return callApi('/api/auth/password', { method: 'POST', body: input });
}

export function openAccessLink(token: string): Promise<Entry> {
  return callApi('/api/auth/access', { method: 'POST', body: { token } });
}

/** What an invitation link offers; does not use it up. */
export function readInvitation(token: string): Promise<OpenInvitation> {
  return callApi('/api/auth/invitation/read', { method: 'POST', body: { token } });
}

export function acceptInvitation(input: AcceptInvitation): Promise<Signed> {
  return callApi('/api/auth/invitation', { method: 'POST', body: input });
}

export function requestAccessLink(email: string): Promise<unknown> {
  return callApi('/api/auth/access/another', { method: 'POST', body: { email } });
}

/** The signed-in user, or null. */
export async function fetchSessionUser(): Promise<SessionUser | null> {
  const { user } = await callApi<{ user: SessionUser | null }>('/api/auth/session');
  return user;
}

export function changeOwnName(name: string): Promise<Signed> {
  return callApi('/api/account', { method: 'PATCH', body: { name } });
}

export async function fetchSessions(): Promise<OwnSession[]> {
  const { sessions } = await callApi<{ sessions: OwnSession[] }>('/api/sessions');
  return sessions;
}

export function endSession(id: string): Promise<void> {
  return callApi(`/api/sessions/${id}`, { method: 'DELETE' });
}

export function endOtherSessions(): Promise<void> {
  return callApi('/api/sessions', { method: 'DELETE' });
}
