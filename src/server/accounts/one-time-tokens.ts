import { AppError } from '../app-error';
import { hashToken, makeToken } from './secret-tokens';
import { insertToken, redeemToken, type TokenPurpose } from './token-queries';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long each kind of link serves, counted from when its mail is sent. */
const VALID_MS: Record<TokenPurpose, number> = {
  first_admin: 24 * HOUR_MS,
  verify: 24 * HOUR_MS,
  reset: 30 * MINUTE_MS,
  access: 30 * MINUTE_MS,
};

/** A new token for a link. Only its hash is kept, so this is the one moment at which the token can be told. */
export function issueToken(purpose: TokenPurpose, userId: string | null): string {
  const token = makeToken();
  const now = Date.now();
  insertToken().run({
    token_hash: hashToken(token),
    purpose,
    user_id: userId,
    expires_at: new Date(now + VALID_MS[purpose]).toISOString(),
    created_at: new Date(now).toISOString(),
  });
  return token;
}

/**
 * Uses a token up, inside the caller's transaction (which, rolled back, gives it back), and returns whose it is.
 * @throws {AppError} `token_invalid` where it was used, has expired, or never was.
 */
export function redeem(purpose: Exclude<TokenPurpose, 'first_admin'>, token: string): string {
  const row = redeemToken().get({
    token_hash: hashToken(token),
    purpose,
    now: new Date().toISOString(),
  });
  if (!row?.user_id) throw new AppError('token_invalid');
  return row.user_id;
}
