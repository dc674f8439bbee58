import type { SessionUser } from '~/shared/accounts/account';
import type { OwnSession } from '~/shared/accounts/own-session';
import type {
  ChangePassword,
  ResetPassword,
  SetUpAdmin,
  SignIn,
  SignUp,
  VerifyEmail,
} from '~/shared/accounts/schema';
import { callApi } from '../api-client';

type Signed = { user: SessionUser };

export function signIn(credentials: SignIn): Promise<Signed> {
  return callApi('/api/auth/sign-in', { method: 'POST', body: credentials });
}

export function signOut(): Promise<void> {
  return callApi('/api/auth/sign-out', { method: 'POST', offersSignIn: false });
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

/** The password rule for the owner of a reset link; does not use up the link. */
export function readResetLink(token: string): Promise<{ min_length: number }> {
  return callApi('/api/auth/reset/rule', { method: 'POST', body: { token } });
}

export function resetPassword(input: ResetPassword): Promise<void> {
  return callApi('/api/auth/reset', { method: 'POST', body: input });
}

export function changePassword(input: ChangePassword): Promise<void> {
  return callApi('/api/auth/password', { method: 'POST', body: input });
}

export function openAccessLink(token: string): Promise<Signed> {
  return callApi('/api/auth/access', { method: 'POST', body: { token } });
}

export function requestAccessLink(email: string): Promise<unknown> {
  return callApi('/api/auth/access/another', { method: 'POST', body: { email } });
}

/** Checks that this page still belongs to the signed-in user; if not, the page reloads. */
export async function checkScreen(): Promise<void> {
  await callApi('/api/sessions', { offersSignIn: false }).catch(() => {});
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
