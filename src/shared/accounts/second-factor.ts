import { secondFactorStrings as strings } from '~/shared/strings/accounts/second-factor';
import { z } from '~/shared/zod';

/** Ways to take a sign-in's second step. */
export type SecondFactor = 'totp' | 'passkey' | 'recovery';

export const TOTP_DIGITS = 6;
export const RECOVERY_CODES = 10;
/** Characters of a recovery code: a leading digit and ten characters of 5 random bits each, 50 in all. */
export const RECOVERY_CODE_LENGTH = 11;

/** An app's code as typed: '123 456'. */
export const totpCode = z
  .string({ error: strings.codeRequired })
  .max(32, strings.codeRequired)
  .transform((text) => text.replace(/\s/g, ''))
  .refine((text) => /^\d{6}$/.test(text), { error: strings.codeRequired });

/** A recovery code as typed: with or without hyphens, in either case. */
export const recoveryCode = z
  .string({ error: strings.recoveryRequired })
  .max(64, strings.recoveryRequired)
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .refine((text) => /^\d[A-Z2-7]{10}$/.test(text), { error: strings.recoveryRequired });

export const totpCodeSchema = z.strictObject({ code: totpCode });

/** Exactly one of the two. */
export const secondFactorSchema = z
  .strictObject({ code: totpCode, recovery_code: recoveryCode })
  .partial()
  .refine(({ code, recovery_code }) => (code === undefined) !== (recovery_code === undefined), {
    error: strings.codeRequired,
    path: ['code'],
  });
export type SecondFactorInput = z.infer<typeof secondFactorSchema>;

/** What a person's own screen shows. */
export type OwnSecondFactor = {
  /** Since when an app is set up; null for none. */
  set_at: string | null;
  recovery_codes_left: number;
};
