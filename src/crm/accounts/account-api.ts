import type { OwnSession, SessionUser } from '~/shared/accounts/account';
import type { OpenInvitation } from '~/shared/accounts/invitation';
import type { AcceptInvitation } from '~/shared/accounts/invitation-schema';
import type { PasskeySummary } from '~/shared/accounts/passkey';
import type { ChangePassword, ResetPassword, SetUpAdmin, SignIn, SignUp, VerifyEmail } from '~/shared/accounts/schema';
import type { SecondFactor, SecondFactorInput } from '~/shared/accounts/second-factor';
import { callApi, del, patch, post } from '../api-client';

type Signed = { user: SessionUser };
/** After the first step: signed in, or one of these second factors is due. */
export type Entry = Signed | { second_factor: SecondFactor[] };

export const signIn = (credentials: SignIn) => post<Entry>('/api/auth/sign-in', credentials);

export const takeSecondStep = (input: SecondFactorInput) =>
  post<Signed>('/api/auth/second-factor', input, { offersSignIn: false });

/** Re-authenticates by password. */
export const confirmPassword = (password: string) => post('/api/auth/confirm', { password }, { offersSignIn: false });

/** Re-authenticates by app code or recovery code. */
export const confirmByCode = (input: SecondFactorInput) => post('/api/auth/confirm', input, { offersSignIn: false });

export const setUpAdmin = (account: SetUpAdmin) => post<Signed>('/api/auth/setup', account);
export const signUp = (account: SignUp) => post('/api/auth/sign-up', account);
export const resendVerification = (email: string) => post('/api/auth/resend', { email });
export const verifyEmail = (input: VerifyEmail) => post('/api/auth/verify', input);
export const requestRecovery = (email: string) => post('/api/auth/recover', { email });

/** The password rule and passkeys of a reset link's owner; does not use up the link. */
export const readResetLink = (token: string) =>
  post<{ min_length: number; passkeys: PasskeySummary[] }>('/api/auth/reset/rule', { token });

export const resetPassword = (input: ResetPassword) => post('/api/auth/reset', input);
export const changePassword = (input: ChangePassword) => post('/api/auth/password', input);
export const openAccessLink = (token: string) => post<Entry>('/api/auth/access', { token });

/** What an invitation link offers; does not use it up. */
export const readInvitation = (token: string) => post<OpenInvitation>('/api/auth/invitation/read', { token });

export const acceptInvitation = (input: AcceptInvitation) => post<Signed>('/api/auth/invitation', input);
export const requestAccessLink = (email: string) => post('/api/auth/access/another', { email });

/** The signed-in user, or null. */
export const fetchSessionUser = async () => (await callApi<{ user: SessionUser | null }>('/api/auth/session')).user;

export const changeOwnName = (name: string) => patch<Signed>('/api/account', { name });
export const fetchSessions = async () => (await callApi<{ sessions: OwnSession[] }>('/api/sessions')).sessions;
export const endSession = (id: string) => del(`/api/sessions/${id}`);
export const endOtherSessions = () => del('/api/sessions');
