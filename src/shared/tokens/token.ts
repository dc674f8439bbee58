/** What a token may do with what is open to programs: `read` only looks. */
export const TOKEN_SCOPES = ['read', 'write'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** What every secret begins with, so that scanners for leaked secrets recognise it. */
export const TOKEN_PREFIX = 'ai_live_';

/** A token as administrators see it: never its secret. */
export type ApiToken = {
  id: string;
  name: string;
  scope: TokenScope;
  /** The secret's last characters. */
  hint: string;
  created_at: string;
  /** Who made it; null if that account was deleted. */
  made_by: string | null;
  /** The last day on which it works, and when that day ends; null: it works until it is revoked. */
  expires_on: string | null;
  expires_at: string | null;
  /** When and from where it was last used, to the minute; null: never. */
  last_used_at: string | null;
  last_address: string | null;
};
