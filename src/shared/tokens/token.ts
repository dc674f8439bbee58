/**
 * `read`: reads everything open to programs except destinations and conversations. `write`: reads and changes leads and
 * notes, and reads reports. `companies`: reads and changes agencies and agents. `webhooks`: creates, lists and removes
 * its own destinations, which receive events about leads and notes. `messages`: reads and writes WhatsApp conversations.
 */
export const TOKEN_SCOPES = ['read', 'write', 'companies', 'webhooks', 'messages'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
/** The scope that may change a call's subject. */
export type TokenArea = Exclude<TokenScope, 'read'>;

/** Not covered by `read`: a token has no destinations without their scope, and conversations are asked for by name. */
const NOT_COVERED_BY_READ: readonly TokenArea[] = ['webhooks', 'messages'];

/** Scopes of which a call needs one. */
export function scopesFor(area: TokenArea, changes: boolean): TokenScope[] {
  return changes || NOT_COVERED_BY_READ.includes(area) ? [area] : ['read', area];
}

/** Default lifetime in days. */
export const TOKEN_DAYS = 90;

/** Prefix of every secret, by which scanners for leaked secrets recognise it. */
export const TOKEN_PREFIX = 'ai_live_';

/** As administrators see it: never with its secret. */
export type ApiToken = {
  id: string;
  name: string;
  scopes: TokenScope[];
  /** The secret's last characters. */
  hint: string;
  created_at: string;
  /** Its maker, or whoever took it over; null if that account was deleted. */
  made_by: string | null;
  /** Its last day, and when that day ends; null: valid until revoked. */
  expires_on: string | null;
  expires_at: string | null;
  /** Last use, to the minute, and from where; null: never. */
  last_used_at: string | null;
  last_address: string | null;
  /** Since when it opens nothing, until an administrator confirms it; null: it does. */
  rests_since: string | null;
};
