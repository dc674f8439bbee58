import { AppError } from '../app-error';
import { hashToken, makeToken } from './secret-tokens';
import { deleteToken, insertToken, redeemToken, type TokenPurpose } from './token-queries';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long each kind of link is valid once its mail is sent. */
export const LINK_VALID_MS: Record<TokenPurpose, number> = {
  first_admin: 24 * HOUR_MS,
  verify: 24 * HOUR_MS,
  reset: 30 * MINUTE_MS,
  // Covers a reader who opens mail tomorrow, or after the weekend.
  access: 72 * HOUR_MS,
  invitation: 72 * HOUR_MS,
};

/** Null for the first administrator's link. */
type Owner = { user_id: string } | { sign_up_id: string } | { invitation_id: string } | null;

/** Makes a link's token. Only its hash is stored: the token exists nowhere but in the return value. */
export function issueToken(purpose: TokenPurpose, owner: Owner): string {
  const token = makeToken();
  const now = Date.now();
  insertToken().run({
    token_hash: hashToken(token),
    purpose,
    user_id: null,
    sign_up_id: null,
    invitation_id: null,
    ...owner,
    expires_at: new Date(now + LINK_VALID_MS[purpose]).toISOString(),
    created_at: new Date(now).toISOString(),
  });
  return token;
}

/** Deletes a token nobody received. */
export function voidToken(token: string): void {
  deleteToken().run({ token_hash: hashToken(token) });
}

/**
 * Uses up a token, in the caller's transaction (a rollback restores it), and returns its owner's id.
 * @throws {AppError} `token_invalid` if it was used, has expired, or never existed.
 */
export function redeem(purpose: 'reset' | 'access', token: string): string {
  const { user_id } = use(purpose, token);
  if (!user_id) throw new AppError('token_invalid');
  return user_id;
}

/** Like `redeem`, for a verification link: returns its sign-up's id. */
export function redeemSignUp(token: string): string {
  const { sign_up_id } = use('verify', token);
  if (!sign_up_id) throw new AppError('token_invalid');
  return sign_up_id;
}

/** Like `redeem`, for the first administrator's link, which has no owner. */
export function redeemFirstAdmin(token: string): void {
  use('first_admin', token);
}

/** Like `redeem`, for an invitation's link, which has no account yet. */
export function redeemInvitation(token: string): void {
  use('invitation', token);
}

function use(purpose: TokenPurpose, token: string) {
  const row = redeemToken().get({
    token_hash: hashToken(token),
    purpose,
    now: new Date().toISOString(),
  });
  if (!row) throw new AppError('token_invalid');
  return row;
}
