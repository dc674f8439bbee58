import type { SessionUser } from '~/shared/accounts/account';
import type { SignIn } from '~/shared/accounts/schema';
import type { SecondFactor } from '~/shared/accounts/second-factor';
import { del, post } from '../api-client';

export type Signed = { user: SessionUser };
/** After the first step: signed in, or one of these second factors is due. */
export type Entry = Signed | { second_factor: SecondFactor[] };

export const signIn = (credentials: SignIn) => post<Entry>('/api/auth/sign-in', credentials);

/** Re-authenticates by password. */
export const confirmPassword = (password: string) => post('/api/auth/confirm', { password }, { offersSignIn: false });

export const endOtherSessions = () => del('/api/sessions');
