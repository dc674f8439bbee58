import { callApi } from '../../api-client';

export type NewSecret = { secret: string; otpauth_url: string };
type Codes = { recovery_codes: string[] };

export const beginTotp = (password: string) =>
  callApi<NewSecret>('/api/account/totp', { method: 'POST', body: { password } });
export const confirmTotp = async (code: string) =>
  (await callApi<Codes>('/api/account/totp/confirm', { method: 'POST', body: { code } })).recovery_codes;
export const removeTotp = (password: string) =>
  callApi('/api/account/totp', { method: 'DELETE', body: { password } });
export const renewRecoveryCodes = async (password: string) =>
  (await callApi<Codes>('/api/account/totp/recovery-codes', { method: 'POST', body: { password } }))
    .recovery_codes;
