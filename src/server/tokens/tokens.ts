import { addDays, dayIn, startOfDay } from '~/shared/leads/days';
import { tokenStrings } from '~/shared/strings/api/tokens';
import type { CreateToken } from '~/shared/tokens/schema';
import { type ApiToken, TOKEN_PREFIX } from '~/shared/tokens/token';
import { addProgram } from '../accounts/new-user';
import { hashToken, makeToken } from '../accounts/secret-tokens';
import { AppError } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { insertToken, selectToken, selectTokenName, selectTokens, updateRevoked } from './token-queries';

const HINT_LENGTH = 4;

/** The tokens that were not revoked, oldest first, with those that have expired. */
export function listTokens(): ApiToken[] {
  return selectTokens().all();
}

/** The name of a token, also of one that was revoked; undefined if this id is no token's. */
export function findTokenName(id: string): string | undefined {
  return selectTokenName().get({ id })?.name;
}

/**
 * Makes a token and tells its secret, which is stored nowhere. Its last day is one of the maker's own time zone.
 * @throws {AppError} `invalid` for a day that is over.
 */
export async function createToken(
  { name, scope, expires_on = null }: CreateToken,
  zone: string,
  actor: Actor,
): Promise<{ token: ApiToken; secret: string }> {
  const now = new Date();
  if (expires_on !== null && expires_on < dayIn(zone, now.getTime())) {
    const message = tokenStrings.errors.past;
    throw new AppError('invalid', { message, fields: { expires_on: message } });
  }
  const secret = TOKEN_PREFIX + makeToken();
  const token = await inSharedTransaction(() => {
    const id = addProgram(name);
    insertToken().run({
      id,
      token_hash: hashToken(secret),
      hint: secret.slice(-HINT_LENGTH),
      scope,
      made_by: actor.id,
      created_at: now.toISOString(),
      expires_on,
      expires_at: expires_on && startOfDay(addDays(expires_on, 1), zone),
    });
    recordAudit({ type: 'token_created', actor, to: name });
    return findToken(id);
  });
  return { token, secret };
}

/** From the next call on, nobody gets in with it. Throws AppError `not_found`, also for one that was revoked before. */
export function revokeToken(id: string, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const { name } = findToken(id);
    updateRevoked().run({ id, now: new Date().toISOString() });
    recordAudit({ type: 'token_revoked', actor, to: name });
  });
}

function findToken(id: string): ApiToken {
  const token = selectToken().get({ id });
  if (!token) throw new AppError('not_found');
  return token;
}
