import { AppError } from '../app-error';
import { hashToken, makeToken } from '../secrets/random-tokens';
import { deleteToken, insertToken, redeemToken, selectToken, type TokenPurpose } from './one-time-token-queries';

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
type Owner = { user_id: string; made_by?: string } | { sign_up_id: string } | { invitation_id: string } | null;

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
    made_by: null,
    ...owner,
    expires_at: new Date(now + LINK_VALID_MS[purpose]).toISOString(),
    created_at: new Date(now).toISOString(),
  });
  return token;
}

/** How long a new link is valid, for people. */
export const validMinutes = (purpose: TokenPurpose): number => LINK_VALID_MS[purpose] / MINUTE_MS;

/** Deletes a token nobody received. */
export function voidToken(token: string): void {
  deleteToken().run({ token_hash: hashToken(token) });
}

/**
 * Uses up a token, in the caller's transaction (a rollback restores it), and returns its owner's id; '' for the first
 * administrator's and for an invitation's, which has no account yet.
 * @throws {AppError} `token_invalid` if it was used, has expired, or never existed.
 */
export function redeem(purpose: TokenPurpose, token: string): string {
  const row = redeemToken().get({ token_hash: hashToken(token), purpose, now: new Date().toISOString() });
  if (!row) throw new AppError('token_invalid');
  return row.user_id ?? row.sign_up_id ?? '';
}

/** Whose valid link this is, without using it up: a user's id or null; undefined if it is not valid. */
export function findLink(purpose: TokenPurpose, token: string): string | null | undefined {
  const now = new Date().toISOString();
  return selectToken().get({ token_hash: hashToken(token), purpose, now })?.user_id;
}
