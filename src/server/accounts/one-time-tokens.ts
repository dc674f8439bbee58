import type { CopiedLink } from '~/shared/accounts/member';
import { AppError } from '../app-error';
import { query } from '../database/connection';
import { getSettings } from '../env';
import { hashToken, makeToken } from '../secrets/random-tokens';

const DAY_MINUTES = 24 * 60;

/** Each kind of link: the page it opens, and how long it is valid once it is made. */
const KINDS = {
  first_admin: { page: 'administrador', minutes: DAY_MINUTES },
  verify: { page: 'verificar', minutes: DAY_MINUTES },
  reset: { page: 'restablecer', minutes: 30 },
  // Covers a reader who opens mail tomorrow, or after the weekend.
  access: { page: 'acceso', minutes: 3 * DAY_MINUTES },
  invitation: { page: 'invitacion', minutes: 3 * DAY_MINUTES },
};

export type TokenPurpose = keyof typeof KINDS;

/** Whose link it is; nobody's for the first administrator's. */
type Owner = { user_id: string | null; sign_up_id: string | null; invitation_id: string | null };

/** `made_by`: who copied it to hand it over; null if it was mailed. */
type NewToken = Owner & {
  token_hash: Buffer;
  purpose: TokenPurpose;
  made_by: string | null;
  expires_at: string;
  created_at: string;
};

const insertToken = query<[NewToken]>(
  `INSERT INTO one_time_tokens (token_hash, purpose, user_id, sign_up_id, invitation_id, made_by, expires_at,
     created_at)
   VALUES (:token_hash, :purpose, :user_id, :sign_up_id, :invitation_id, :made_by, :expires_at, :created_at)`,
);

const NOBODY = { user_id: null, sign_up_id: null, invitation_id: null, made_by: null };

export type Link = CopiedLink & { token: string; expires_at: string };

/**
 * Makes a link. Only its token's hash is stored: the token exists nowhere but in the return value. It sits in the
 * fragment, which browsers never send to a server, so it reaches no log.
 */
export function issueLink(purpose: TokenPurpose, owner: Partial<Owner & { made_by: string }> = {}): Link {
  const token = makeToken();
  const { page, minutes } = KINDS[purpose];
  const now = Date.now();
  const expires_at = new Date(now + minutes * 60_000).toISOString();
  const created_at = new Date(now).toISOString();
  insertToken().run({ ...NOBODY, ...owner, token_hash: hashToken(token), purpose, expires_at, created_at });
  const url = `${getSettings().SITE_URL}/cuenta/${page}#token=${token}`;
  return { token, url, valid_minutes: minutes, expires_at };
}

const deleteToken = query<[{ token_hash: Buffer }]>('DELETE FROM one_time_tokens WHERE token_hash = :token_hash');

/** Deletes a token nobody received. */
export function voidToken(token: string): void {
  deleteToken().run({ token_hash: hashToken(token) });
}

const VALID = 'token_hash = :token_hash AND purpose = :purpose AND expires_at > :now';
type Asked = [{ token_hash: Buffer; purpose: TokenPurpose; now: string }];

const selectToken = query<Asked, Owner>(
  `SELECT user_id, sign_up_id, invitation_id FROM one_time_tokens WHERE ${VALID}`,
);

/** Whose valid link this is, without using it up; undefined if it was used, has expired, or never existed. */
export function findLink(purpose: TokenPurpose, token: string): Owner | undefined {
  return selectToken().get({ token_hash: hashToken(token), purpose, now: new Date().toISOString() });
}

/** Deletes and returns in one statement, so a token works only once. */
const redeemToken = query<Asked, Owner>(
  `DELETE FROM one_time_tokens WHERE ${VALID} RETURNING user_id, sign_up_id, invitation_id`,
);

/**
 * Uses up a link, in the caller's transaction (a rollback restores it), and returns whose it is.
 * @throws {AppError} `token_invalid` if it is not valid.
 */
export function redeem(purpose: TokenPurpose, token: string): Owner {
  const owner = redeemToken().get({ token_hash: hashToken(token), purpose, now: new Date().toISOString() });
  if (!owner) throw new AppError('token_invalid');
  return owner;
}

/** A change of password or access invalidates all links. */
export const deleteTokensOfUser = query<[{ user_id: string }]>('DELETE FROM one_time_tokens WHERE user_id = :user_id');
