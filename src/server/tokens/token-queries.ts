import type { ApiToken } from '~/shared/tokens/token';
import { query } from '../database/connection';

export type TokenRow = { id: string; name: string; scopes: string; last_used_at: string | null };

/** The token with this hash, if it neither expired nor rests; revoking removes the hash. */
export const selectTokenByHash = query<[{ token_hash: Buffer; now: string }], TokenRow>(
  `SELECT api_tokens.id, profiles.name, scopes, last_used_at
   FROM api_tokens JOIN profiles ON profiles.id = api_tokens.id
   WHERE token_hash = :token_hash AND rests_since IS NULL AND (expires_at IS NULL OR expires_at > :now)`,
);

/** Skipped if another process just did so. */
export const touchToken = query<[{ id: string; now: string; before: string; address: string }]>(
  `UPDATE api_tokens SET last_used_at = :now, last_address = :address
   WHERE id = :id AND (last_used_at IS NULL OR last_used_at < :before)`,
);

/** Adds to the token's reading of the day; returns its sum. */
export const addLeadsRead = query<[{ id: string; day: string; count: number }], { leads_read: number }>(
  `UPDATE api_tokens SET leads_read = iif(read_on IS :day, leads_read, 0) + :count, read_on = :day
   WHERE id = :id RETURNING leads_read`,
);

const TOKEN = `
  SELECT api_tokens.id, profiles.name, scopes, hint, api_tokens.created_at,
         (SELECT name FROM profiles AS makers WHERE makers.id = made_by) AS made_by,
         expires_on, expires_at, last_used_at, last_address, rests_since
  FROM api_tokens JOIN profiles ON profiles.id = api_tokens.id
  WHERE revoked_at IS NULL`;

type ListedRow = Omit<ApiToken, 'scopes'> & { scopes: string };

export const selectTokens = query<[], ListedRow>(`${TOKEN} ORDER BY api_tokens.created_at, api_tokens.id`);

export const selectToken = query<[{ id: string }], ListedRow>(`${TOKEN} AND api_tokens.id = :id`);

type NewToken = {
  id: string;
  token_hash: Buffer;
  hint: string;
  scopes: string;
  made_by: string;
  created_at: string;
  expires_on: string | null;
  expires_at: string | null;
};

export const insertToken = query<[NewToken]>(
  `INSERT INTO api_tokens (id, token_hash, hint, scopes, made_by, created_at, expires_on, expires_at)
   VALUES (:id, :token_hash, :hint, :scopes, :made_by, :created_at, :expires_on, :expires_at)`,
);

export const updateRevoked = query<[{ id: string; now: string }]>(
  'UPDATE api_tokens SET token_hash = NULL, revoked_at = :now WHERE id = :id AND revoked_at IS NULL',
);

/** Unrevoked tokens that somebody made or took over. */
export const selectTokensOf = query<[{ made_by: string }], { id: string; name: string; rests_since: string | null }>(
  `SELECT api_tokens.id, profiles.name, rests_since FROM api_tokens JOIN profiles ON profiles.id = api_tokens.id
   WHERE made_by = :made_by AND revoked_at IS NULL`,
);

/** Whoever takes it over answers for it, so it no longer rests. */
export const updateMaker = query<[{ id: string; made_by: string }]>(
  'UPDATE api_tokens SET made_by = :made_by, rests_since = NULL WHERE id = :id',
);

/** Those made since then; one that rests already is left alone. */
export const restTokensOf = query<[{ made_by: string; since: string; now: string }], { id: string }>(
  `UPDATE api_tokens SET rests_since = :now
   WHERE made_by = :made_by AND created_at >= :since AND revoked_at IS NULL AND rests_since IS NULL RETURNING id`,
);

/** Revoked tokens included. */
export const selectTokenName = query<[{ id: string }], { name: string }>(
  'SELECT name FROM profiles JOIN api_tokens ON api_tokens.id = profiles.id WHERE profiles.id = :id',
);
