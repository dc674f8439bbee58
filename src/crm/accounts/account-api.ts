import type { SessionUser } from '~/shared/accounts/account';
import type { SetUpAdmin, SignIn } from '~/shared/accounts/schema';
import { callApi } from '../api-client';

type Signed = { user: SessionUser };

export function signIn(credentials: SignIn): Promise<Signed> {
  return callApi('/api/auth/sign-in', { method: 'POST', body: credentials });
}

export function signOut(): Promise<void> {
  return callApi('/api/auth/sign-out', { method: 'POST' });
}

export function setUpAdmin(account: SetUpAdmin): Promise<Signed> {
  return callApi('/api/auth/setup', { method: 'POST', body: account });
}
