import { isDay } from '~/shared/leads/days';
import { tokenStrings } from '~/shared/strings/api/tokens';
import { requiredText } from '~/shared/text';
import { z } from '~/shared/zod';
import { TOKEN_SCOPES } from './token';

const { errors } = tokenStrings;

export const TOKEN_NAME_LENGTH = 60;

/** A new token: its name is who acts in histories. Without `expires_on` it works until it is revoked. */
export const createTokenSchema = z.strictObject({
  name: requiredText({ required: errors.name, max: TOKEN_NAME_LENGTH, tooLong: errors.nameLong }),
  scope: z.enum(TOKEN_SCOPES, { error: errors.scope }),
  expires_on: z.preprocess(
    (value) => (value === '' ? null : value),
    z.string({ error: errors.day }).refine(isDay, errors.day).nullish(),
  ),
});
export type CreateToken = z.infer<typeof createTokenSchema>;
