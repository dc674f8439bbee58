import { ownPasswordSchema } from '~/shared/accounts/schema';
import { recoveryCode, totpCode } from '~/shared/accounts/second-factor';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { passkeyStrings } from '~/shared/strings/accounts/passkeys';
import { requiredText } from '~/shared/text';
import { z } from '~/shared/zod';

const { errors } = passkeyStrings;

/** Bytes as browsers send them, with a limit far above what devices produce. */
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
const name = requiredText(errors.nameRequired, PASSKEY_NAME_LENGTH, errors.nameLong);

// Not strict: each browser version adds fields to its answers; unknown ones are dropped.

/** Answer to the challenge of a sign-in or confirmation. */
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

/** Re-authentication: one's own password, an app's code, a recovery code, or a passkey's answer. */
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

/** A newly created passkey, with its name. */
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

/** A passkey, as its owner sees it. */
export type Passkey = {
  id: string;
  /** The device's own id for it, used to tell the device when it is gone. */
  credential_id: string;
  name: string;
  /** Whether a provider syncs it to the person's other devices. */
  is_synced: boolean;
  last_used_at: string | null;
  created_at: string;
};

/** What lets its owner recognise a passkey. */
export type PasskeySummary = Pick<Passkey, 'id' | 'name' | 'created_at' | 'last_used_at'>;
