import type { ApiToken, TokenScope } from '~/shared/tokens/token';
import { query } from '../database/connection';

export type TokenRow = { id: string; name: string; scope: TokenScope; last_used_at: string | null };

/** The token with this hash that has neither expired nor been revoked. */
export const selectTokenByHash = query<[{ token_hash: Buffer; now: string }], TokenRow>(
  `SELECT api_tokens.id, profiles.name, scope, last_used_at
   FROM api_tokens JOIN profiles ON profiles.id = api_tokens.id
   WHERE token_hash = :token_hash AND (expires_at IS NULL OR expires_at > :now)`,
);

/** Nothing is written if another process has just done so. */
export const touchToken = query<[{ id: string; now: string; before: string; address: string }]>(
  `UPDATE api_tokens SET last_used_at = :now, last_address = :address
   WHERE id = :id AND (last_used_at IS NULL OR last_used_at < :before)`,
);

const TOKEN = `
  SELECT api_tokens.id, profiles.name, scope, hint, api_tokens.created_at,
         (SELECT name FROM profiles AS makers WHERE makers.id = made_by) AS made_by,
         expires_on, expires_at, last_used_at, last_address
  FROM api_tokens JOIN profiles ON profiles.id = api_tokens.id
  WHERE revoked_at IS NULL`;

export const selectTokens = query<[], ApiToken>(`${TOKEN} ORDER BY api_tokens.created_at, api_tokens.id`);

export const selectToken = query<[{ id: string }], ApiToken>(`${TOKEN} AND api_tokens.id = :id`);

type NewToken = {
  id: string;
  token_hash: Buffer;
  hint: string;
  scope: TokenScope;
  made_by: string;
  created_at: string;
  expires_on: string | null;
  expires_at: string | null;
};

export const insertToken = query<[NewToken]>(
  `INSERT INTO api_tokens (id, token_hash, hint, scope, made_by, created_at, expires_on, expires_at)
   VALUES (:id, :token_hash, :hint, :scope, :made_by, :created_at, :expires_on, :expires_at)`,
);

export const updateRevoked = query<[{ id: string; now: string }]>(
  'UPDATE api_tokens SET token_hash = NULL, revoked_at = :now WHERE id = :id AND revoked_at IS NULL',
);

/** The name of a token, also of one that was revoked. */
export const selectTokenName = query<[{ id: string }], { name: string }>(
  'SELECT name FROM profiles JOIN api_tokens ON api_tokens.id = profiles.id WHERE profiles.id = :id',
);
