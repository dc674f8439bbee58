import type { SessionUser } from '~/shared/accounts/account';
import { tokenStrings } from '~/shared/strings/tokens';
import { scopesFor, TOKEN_PREFIX, type TokenArea, type TokenScope } from '~/shared/tokens/token';
import { hashToken } from '../accounts/secret-tokens';
import { AppError } from '../app-error';
import { requestScope } from '../http/request-scope';
import type { Visit } from '../http/visit';
import { log } from '../log';
import { addressKey, memoryLimiterFor, takeFrom } from '../rate-limit/rate-limit';
import { selectTokenByHash, type TokenRow, touchToken } from './token-queries';

const { errors } = tokenStrings;

const MINUTE_MS = 60_000;
/** One token's allowance of calls. */
export const CALLS_PER_MINUTE = 600;
/** Unknown tokens an address may try. Guessing one is hopeless; this only bounds the noise. */
const WRONG_TOKENS = { points: 60, seconds: 600 };

/** A program in the role of a user: without roles, and named like its token. */
export type Program = SessionUser & { isProgram: true; scopes: readonly TokenScope[] };

/** What a call needs: whether it changes anything, and its area; null if closed to programs. */
type Asked = { changes: boolean; area: TokenArea | null };

/** The bearer token a request brings instead of a session, or null. */
export function readBearer(visit: Visit): string | null {
  return /^bearer +(\S+)\s*$/i.exec(visit.header('authorization') ?? '')?.[1] ?? null;
}

/**
 * The program whose token this is; names it in the log. Wrong tokens count against the sender's address, so nobody can
 * use up a real token's limit.
 * @throws {AppError} `malformed` for a request with a cookie; `wrong_token`; `forbidden`; `too_many`.
 */
export async function admitProgram(secret: string, visit: Visit, asked: Asked): Promise<Program> {
  if (visit.header('cookie') !== null) throw new AppError('malformed', { message: errors.withCookie });
  const now = Date.now();
  const token = secret.startsWith(TOKEN_PREFIX)
    ? selectTokenByHash().get({ token_hash: hashToken(secret), now: new Date(now).toISOString() })
    : undefined;
  if (!token) {
    await takeFrom(memoryLimiterFor('wrong-token', WRONG_TOKENS), addressKey(visit.address));
    throw new AppError('wrong_token');
  }
  const scope = requestScope.getStore();
  if (scope) scope.token = token.id;
  const limiter = memoryLimiterFor('token', { points: CALLS_PER_MINUTE, seconds: 60 });
  await takeFrom(limiter, token.id, errors.tooMany, ({ remainingPoints, msBeforeNext }) => {
    // draft-ietf-httpapi-ratelimit-headers-11
    visit.setHeader('ratelimit-policy', `"default";q=${limiter.points};w=60`);
    visit.setHeader('ratelimit', `"default";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`);
  });
  noteUse(token, visit.address, now);
  const scopes: TokenScope[] = JSON.parse(token.scopes);
  requireScope(scopes, asked);
  const { id, name } = token;
  return { id, name, email: name, roles: [], must_change_password: false, isProgram: true, scopes };
}

function requireScope(scopes: TokenScope[], { changes, area }: Asked): void {
  const refuse = (message: string) => new AppError('forbidden', { message });
  if (changes && scopes.every((scope) => scope === 'read')) throw refuse(errors.readOnly);
  if (area === null) throw refuse(errors.closed);
  if (!scopesFor(area, changes).some((scope) => scopes.includes(scope))) throw refuse(errors.noScope(area));
}

/** Recording use is a write: once a minute is precise enough. */
function noteUse({ id, last_used_at }: TokenRow, address: string, now: number): void {
  const before = new Date(now - MINUTE_MS).toISOString();
  if (last_used_at !== null && last_used_at >= before) return;
  try {
    touchToken().run({ id, now: new Date(now).toISOString(), before, address });
  } catch (error) {
    // A full disk or a lock must not stop programs from reading; the next call records it.
    log.warn({ event: 'token_use_not_noted', err: error });
  }
}
