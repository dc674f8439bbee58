/**
 * What a token may do: `read` reads all that is open to programs; `write` reads and changes leads and their notes, and reads the
 * numbers; `companies` reads and changes agencies and agents; `webhooks` makes, lists and removes destinations of its own, which
 * are told of leads and notes.
 */
export const TOKEN_SCOPES = ['read', 'write', 'companies', 'webhooks'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
/** The scope of those who may change what a call is about. */
export type TokenArea = Exclude<TokenScope, 'read'>;

/** The scopes of which a call needs one. Whoever only reads has no destinations that could be listed. */
export function scopesFor(area: TokenArea, changes: boolean): TokenScope[] {
  return changes || area === 'webhooks' ? [area] : ['read', area];
}

/** How many days a token works if nothing else is said. */
export const TOKEN_DAYS = 90;

/** What every secret begins with, so that scanners for leaked secrets recognise it. */
export const TOKEN_PREFIX = 'ai_live_';

/** A token as administrators see it: never its secret. */
export type ApiToken = {
  id: string;
  name: string;
  scopes: TokenScope[];
  /** The secret's last characters. */
  hint: string;
  created_at: string;
  /** Who made it, or has taken it over; null if that account was deleted. */
  made_by: string | null;
  /** The last day on which it works, and when that day ends; null: it works until it is revoked. */
  expires_on: string | null;
  expires_at: string | null;
  /** When and from where it was last used, to the minute; null: never. */
  last_used_at: string | null;
  last_address: string | null;
};
