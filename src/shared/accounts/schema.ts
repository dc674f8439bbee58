import { z } from 'zod';
import { accountStrings } from '~/shared/strings/accounts';
import { emailText, requiredText } from '~/shared/text';

const { errors } = accountStrings;

/** A password is taken whole, spaces included; the upper limit bounds the work of hashing it. */
const passwordText = (min: number, tooShort: string) =>
  z
    .string({ error: errors.passwordRequired })
    .min(1, errors.passwordRequired)
    .min(min, tooShort)
    .max(256, errors.passwordLong)
    .refine((text) => text.isWellFormed(), errors.passwordRequired);

const email = emailText({ required: errors.emailRequired, invalid: errors.emailInvalid });

export const signInSchema = z.strictObject({ email, password: passwordText(6, errors.passwordShort) });
export type SignIn = z.infer<typeof signInSchema>;

/** The first administrator, set up by the one-time link that the server prints. */
export const setUpAdminSchema = z.strictObject({
  token: z.string({ error: errors.tokenInvalid }).min(1, errors.tokenInvalid).max(128, errors.tokenInvalid),
  name: requiredText({ required: errors.nameRequired, max: 120, tooLong: errors.nameLong }),
  email,
  password: passwordText(8, errors.passwordShortAdmin),
});
export type SetUpAdmin = z.infer<typeof setUpAdminSchema>;
