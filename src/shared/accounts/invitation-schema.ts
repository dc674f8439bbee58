import { accountStrings } from '~/shared/strings/accounts/accounts';
import { invitationStrings } from '~/shared/strings/accounts/invitations';
import { emailText } from '~/shared/text';
import { z } from '~/shared/zod';
import { INVITED_ROLES } from './invitation';
import { newPasskeySchema } from './passkey';
import { changeNameSchema, resetPasswordSchema } from './schema';

const { errors } = accountStrings;

/** An invitation to a colleague. */
export const inviteSchema = z.strictObject({
  email: emailText({ required: invitationStrings.emailRequired, invalid: errors.emailInvalid }),
  role: z.enum(INVITED_ROLES, { error: errors.roleInvalid }),
});
export type Invite = z.infer<typeof inviteSchema>;

/**
 * An invitation link's token and its owner's choice: a password, whose minimum length depends on the role, or a new
 * passkey.
 */
export const acceptInvitationSchema = z
  .strictObject({
    ...resetPasswordSchema.omit({ keep_passkeys: true }).partial({ password: true }).shape,
    ...changeNameSchema.shape,
    passkey: newPasskeySchema.optional(),
  })
  .refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
    path: ['password'],
    error: errors.passwordRequired,
  });
export type AcceptInvitation = z.infer<typeof acceptInvitationSchema>;
