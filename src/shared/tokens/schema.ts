import { isDay } from '~/shared/leads/days';
import { tokenStrings } from '~/shared/strings/tokens';
import { requiredText } from '~/shared/text';
import { emptyAsNull, z } from '~/shared/zod';
import { TOKEN_SCOPES, type TokenScope } from './token';

const { errors } = tokenStrings;

export const TOKEN_NAME_LENGTH = 60;

const isScope = (scope: unknown): scope is TokenScope => TOKEN_SCOPES.some((one) => one === scope);

/**
 * A new token; its name is the author in histories. `scope` instead of `scopes`: a single one. Without `expires_on` it
 * lasts `TOKEN_DAYS` days; with null, until revoked.
 */
export const createTokenSchema = z
  .strictObject({
    name: requiredText(errors.name, TOKEN_NAME_LENGTH, errors.nameLong),
    scope: z.enum(TOKEN_SCOPES, { error: errors.scope }).optional(),
    // One field: its error is about the whole list.
    scopes: z
      .array(z.unknown(), { error: errors.scope })
      .refine((chosen) => chosen.length > 0 && chosen.every(isScope), errors.scope)
      .optional(),
    expires_on: emptyAsNull(z.string({ error: errors.day }).refine(isDay, errors.day).nullish()),
  })
  .refine(({ scope, scopes }) => (scope === undefined) !== (scopes === undefined), {
    error: errors.scope,
    path: ['scopes'],
  })
  .transform(({ scope, scopes = [scope], ...rest }) => ({
    ...rest,
    scopes: TOKEN_SCOPES.filter((one) => scopes.includes(one)),
  }));
export type CreateToken = z.infer<typeof createTokenSchema>;
