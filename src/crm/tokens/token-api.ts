import type { CreateToken } from '~/shared/tokens/schema';
import type { ApiToken } from '~/shared/tokens/token';
import { callApi } from '../api-client';

export async function fetchTokens(): Promise<ApiToken[]> {
  return (await callApi<{ tokens: ApiToken[] }>('/api/tokens')).tokens;
}

/** The answer is the only one that tells the secret. */
export function createToken(input: CreateToken): Promise<{ token: ApiToken; secret: string }> {
  return callApi('/api/tokens', { method: 'POST', body: input });
}

/** From then on nobody gets in with it. */
export function revokeToken(id: string): Promise<void> {
  return callApi(`/api/tokens/${id}`, { method: 'DELETE' });
}
