import type { CreateToken } from '~/shared/tokens/schema';
import type { ApiToken } from '~/shared/tokens/token';
import { callApi } from '../api-client';

export async function fetchTokens(): Promise<ApiToken[]> {
  return (await callApi<{ tokens: ApiToken[] }>('/api/tokens')).tokens;
}

/** Only this answer contains the secret. */
export function createToken(input: CreateToken): Promise<{ token: ApiToken; secret: string }> {
  return callApi('/api/tokens', { method: 'POST', body: input });
}

/** Takes effect at once. */
export function revokeToken(id: string): Promise<void> {
  return callApi(`/api/tokens/${id}`, { method: 'DELETE' });
}
