import type { SessionUser } from '~/shared/accounts/account';
import { tokenStrings } from '~/shared/strings/api/tokens';
import { TOKEN_PREFIX } from '~/shared/tokens/token';
import { hashToken } from '../accounts/secret-tokens';
import { AppError } from '../app-error';
import type { Visit } from '../http/visit';
import { log } from '../log';
import { addressKey, memoryLimiterFor, takeFrom } from '../rate-limit/rate-limit';
import { selectTokenByHash, type TokenRow, touchToken } from './token-queries';

const { errors } = tokenStrings;

const MINUTE_MS = 60_000;
/** What one token may ask for in a minute. */
export const CALLS_PER_MINUTE = 600;
/** How often an address may come with a token that does not exist. Nobody guesses one; this only bounds the noise. */
const WRONG_TOKENS = { points: 60, seconds: 600 };

/** A program, as whoever acts in histories: without roles, and by its token's name. */
export type Program = SessionUser & { isProgram: true };

/** The secret that a request brings instead of a session; null if it brings none. */
export function readBearer(visit: Visit): string | null {
  return /^bearer +(\S+)\s*$/i.exec(visit.header('authorization') ?? '')?.[1] ?? null;
}

/**
 * The program whose token this is. `changes`: whether the call changes anything. Wrong tokens cost their sender's address,
 * so that nobody can use up what belongs to somebody's token.
 * @throws {AppError} `malformed` for a request with a cookie; `wrong_token`; `forbidden`; `too_many`.
 */
export async function admitProgram(secret: string, visit: Visit, changes: boolean): Promise<Program> {
  if (visit.header('cookie') !== null) throw new AppError('malformed', { message: errors.withCookie });
  const now = Date.now();
  const token = secret.startsWith(TOKEN_PREFIX)
    ? selectTokenByHash().get({ token_hash: hashToken(secret), now: new Date(now).toISOString() })
    : undefined;
  if (!token) {
    await takeFrom(memoryLimiterFor('wrong-token', WRONG_TOKENS), addressKey(visit.address));
    throw new AppError('wrong_token');
  }
  await takeFrom(
    memoryLimiterFor('token', { points: CALLS_PER_MINUTE, seconds: 60 }),
    token.id,
    errors.tooMany,
  );
  noteUse(token, visit.address, now);
  if (changes && token.scope !== 'write') throw new AppError('forbidden', { message: errors.readOnly });
  const { id, name } = token;
  return { id, name, email: name, roles: [], must_change_password: false, isProgram: true };
}

/** Writing it is a write: once in a minute is exact enough. */
function noteUse({ id, last_used_at }: TokenRow, address: string, now: number): void {
  const before = new Date(now - MINUTE_MS).toISOString();
  if (last_used_at !== null && last_used_at >= before) return;
  try {
    touchToken().run({ id, now: new Date(now).toISOString(), before, address });
  } catch (error) {
    // A full disk or a lock must not stop programs from reading; the next call notes it.
    log.warn({ event: 'token_use_not_noted', err: error });
  }
}
