import { accountStrings } from '~/shared/strings/accounts/accounts';
import { coordinatorStrings } from '~/shared/strings/companies';
import { emailText, optionalText, requiredText } from '~/shared/text';
import { z } from '~/shared/zod';

const { errors } = accountStrings;
const { errors: coordinatorErrors } = coordinatorStrings;

export const STAFF_PASSWORD_LENGTH = 6;
/** For administrators and coordinators. */
export const ADMIN_PASSWORD_LENGTH = 8;
/** Days until an unused initial password expires. */
export const INITIAL_PASSWORD_DAYS = 7;

export const MAX_PASSKEYS = 20;

/** Minimum password length; plain staff are neither administrators nor coordinators. */
export function passwordLengthFor({ isPlainStaff }: { isPlainStaff: boolean }): number {
  return isPlainStaff ? STAFF_PASSWORD_LENGTH : ADMIN_PASSWORD_LENGTH;
}

/** Used as typed, spaces included; the upper limit bounds the cost of hashing. */
const passwordText = (min: number, tooShort: string, required: string = errors.passwordRequired) =>
  z
    .string({ error: required })
    .min(1, required)
    .min(min, tooShort)
    .max(256, errors.passwordLong)
    .refine((text) => text.isWellFormed(), required);

const email = emailText({ required: errors.emailRequired, invalid: errors.emailInvalid });

const password = passwordText(STAFF_PASSWORD_LENGTH, errors.passwordShort);
const name = requiredText(errors.nameRequired, 120, errors.nameLong);
const token = z.string({ error: errors.tokenInvalid }).min(1, errors.tokenInvalid).max(128, errors.tokenInvalid);

export const signInSchema = z.strictObject({ email, password });
export type SignIn = z.infer<typeof signInSchema>;

/** One's own password, as re-authentication. */
export const ownPasswordSchema = z.strictObject({ password: passwordText(1, errors.passwordRequired) });

/** Creates the first administrator, by the one-time link the server prints. */
export const setUpAdminSchema = z.strictObject({
  token,
  name,
  email,
  password: passwordText(ADMIN_PASSWORD_LENGTH, errors.passwordShortAdmin),
});
export type SetUpAdmin = z.infer<typeof setUpAdminSchema>;

/** The name defaults to the email's part before the @. */
export const signUpSchema = z.strictObject({ email, password, name: optionalText(120, errors.nameLong) });
export type SignUp = z.infer<typeof signUpSchema>;

/** For recovery, and for another verification mail. */
export const emailSchema = z.strictObject({ email });

/** A verification link's token and the sign-up's password. */
export const verifyEmailSchema = z.strictObject({ token, password });
export type VerifyEmail = z.infer<typeof verifyEmailSchema>;

export const tokenSchema = z.strictObject({ token });

/** Ids of the passkeys their owner recognises; a new password removes the others. */
const keep_passkeys = z.array(z.string().max(64)).max(MAX_PASSKEYS).default([]);

export const resetPasswordSchema = z.strictObject({ token, password, keep_passkeys });
export type ResetPassword = z.infer<typeof resetPasswordSchema>;

/** `current` may be missing only for an initial password. */
export const changePasswordSchema = z.strictObject({
  current: z.string({ error: errors.passwordRequired }).max(256, errors.passwordLong).optional(),
  password,
  keep_passkeys,
});
export type ChangePassword = z.infer<typeof changePasswordSchema>;

export const changeNameSchema = z.strictObject({ name });

/** API tokens the acting administrator takes over; the member's others are revoked. */
const keep_tokens = z.array(z.guid(), { error: errors.tokensInvalid }).max(1000, errors.tokensInvalid);

/** A member's role, or whether they take part in the rotation of new leads. */
export const changeMemberSchema = z
  .strictObject({
    role: z.enum(['admin', 'staff'], { error: errors.roleInvalid }),
    takes_leads: z.boolean({ error: errors.takesLeadsInvalid }),
    keep_tokens,
  })
  .partial()
  .refine(({ role, takes_leads }) => role !== undefined || takes_leads !== undefined, {
    error: errors.roleInvalid,
  });
export type ChangeMember = z.infer<typeof changeMemberSchema>;

/** `leads_to`: who gets a suspended person's leads; nobody if missing. */
export const changeStatusSchema = z.strictObject({
  status: z.enum(['active', 'suspended', 'disabled'], { error: errors.statusInvalid }),
  leads_to: z.string().max(64, errors.userRequired).nullish(),
  keep_tokens: keep_tokens.optional(),
});
export type ChangeStatus = z.infer<typeof changeStatusSchema>;

const userId = z.string({ error: errors.userRequired }).min(1, errors.userRequired).max(64, errors.userRequired);

const coordinatorFields = {
  email: emailText({ required: coordinatorErrors.emailRequired, invalid: errors.emailInvalid }),
  name: requiredText(coordinatorErrors.nameRequired, 120, errors.nameLong),
  password: passwordText(ADMIN_PASSWORD_LENGTH, errors.passwordShortAdmin, coordinatorErrors.passwordRequired),
  provisionInCRM: z.boolean({ error: errors.provisionInvalid }).default(true),
};

/** A coordinator created together with the agency. */
export const newCoordinatorSchema = z.strictObject(coordinatorFields);
export type NewCoordinator = z.infer<typeof newCoordinatorSchema>;

export const createCoordinatorSchema = z.strictObject({
  action: z.literal('createCoordinator'),
  ...coordinatorFields,
  companyId: z.int({ error: errors.companyRequired }).positive(errors.companyRequired),
});
export type CreateCoordinator = z.infer<typeof createCoordinatorSchema>;

/** Bodies of manage-users, by `action`. */
export const manageUsersSchema = z.discriminatedUnion(
  'action',
  [
    createCoordinatorSchema,
    z.strictObject({
      action: z.literal('getUserEmails'),
      userIds: z.array(userId, { error: errors.userRequired }).max(500, errors.tooManyUsers),
    }),
    z.strictObject({ action: z.literal('resetPassword'), userId }),
    z.strictObject({ action: z.literal('deleteUser'), userId }),
  ],
  { error: errors.actionUnknown },
);
