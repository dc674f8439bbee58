import { callApi } from '../../api-client';

export function signOut(): Promise<void> {
  return callApi('/api/auth/sign-out', { method: 'POST', offersSignIn: false });
}

/** Checks that this page still belongs to the signed-in user; if not, the page reloads. */
export async function checkScreen(): Promise<void> {
  await callApi('/api/sessions', { offersSignIn: false }).catch(() => {});
}
