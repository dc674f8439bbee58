import { del, post } from '../../api-client';

export type NewSecret = { secret: string; otpauth_url: string };
type Codes = { recovery_codes: string[] };

export const beginTotp = (password: string) => post<NewSecret>('/api/account/totp', { password });
export const confirmTotp = async (code: string) =>
  (await post<Codes>('/api/account/totp/confirm', { code })).recovery_codes;
export const removeTotp = (password: string) => del('/api/account/totp', { password });
export const renewRecoveryCodes = async (password: string) =>
  (await post<Codes>('/api/account/totp/recovery-codes', { password })).recovery_codes;
