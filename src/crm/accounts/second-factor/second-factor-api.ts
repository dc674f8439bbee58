import { callApi } from '../../api-client';

export type NewSecret = { secret: string; otpauth_url: string };
type Codes = { recovery_codes: string[] };

export function beginTotp(password: string): Promise<NewSecret> {
  return callApi('/api/account/totp', { method: 'POST', body: { password } });
}

export async function confirmTotp(code: string): Promise<string[]> {
  const call = { method: 'POST', body: { code } } as const;
  return (await callApi<Codes>('/api/account/totp/confirm', call)).recovery_codes;
}

export function removeTotp(password: string): Promise<void> {
  return callApi('/api/account/totp', { method: 'DELETE', body: { password } });
}

export async function renewRecoveryCodes(password: string): Promise<string[]> {
  const call = { method: 'POST', body: { password } } as const;
  return (await callApi<Codes>('/api/account/totp/recovery-codes', call)).recovery_codes;
}
