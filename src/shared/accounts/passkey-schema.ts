import { passkeyStrings } from '~/shared/strings/account/passkeys';
import { accountStrings } from '~/shared/strings/accounts';
import { requiredText } from '~/shared/text';
import { z } from '~/shared/zod';
import { ownPasswordSchema } from './schema';
import { recoveryCode, totpCode } from './second-factor';

const { errors } = passkeyStrings;

/** Bytes as a browser sends them; the limit is far above what devices make. */
const bytes = (max: number) =>
  z
    .string({ error: errors.malformed })
    .regex(/^[A-Za-z0-9_-]+$/, errors.malformed)
    .max(max, errors.malformed);

const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key', { error: errors.malformed }),
};

export const PASSKEY_NAME_LENGTH = 60;
const name = requiredText({
  required: errors.nameRequired,
  max: PASSKEY_NAME_LENGTH,
  tooLong: errors.nameLong,
});

// A browser's answer has further fields, more with each version, so these are not strict; what is not named is dropped.

/** A browser's answer to a sign-in's or confirmation's challenge. */
export const passkeyAnswerSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
    userHandle: bytes(100).nullish(),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>;

/** A proof of who is at the keyboard: one's own password, a code, a recovery code, or a passkey's answer. */
export const confirmSchema = z
  .strictObject({
    ...ownPasswordSchema.shape,
    ...{ code: totpCode, recovery_code: recoveryCode },
    passkey: passkeyAnswerSchema,
  })
  .partial()
  .refine((proofs) => Object.values(proofs).filter((proof) => proof !== undefined).length === 1, {
    path: ['password'],
    error: accountStrings.errors.passwordRequired,
  });

/** A browser's answer when it has made a passkey, with its name. */
export const newPasskeySchema = z.object({
  ...credential,
  name,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(16_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

export const renamePasskeySchema = z.strictObject({ name });
