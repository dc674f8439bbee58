/**
 * `read`: everything open to programs but destinations and conversations. `write`: reading and changing leads and notes, and reading reports. `companies`:
 * reading and changing agencies and agents. `webhooks`: creating, listing and removing its own destinations, which
 * receive events about leads and notes. `messages`: reading and writing WhatsApp conversations.
 */
export const TOKEN_SCOPES = ['read', 'write', 'companies', 'webhooks', 'messages'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
/** The scope that may change a call's subject. */
export type TokenArea = Exclude<TokenScope, 'read'>;

/** Only their own scope reads them: a read-only token has no destinations, and what people wrote is asked for by name. */
const CLOSED_TO_READ: readonly TokenArea[] = ['webhooks', 'messages'];

/** Scopes of which a call needs one. */
export function scopesFor(area: TokenArea, changes: boolean): TokenScope[] {
  return changes || CLOSED_TO_READ.includes(area) ? [area] : ['read', area];
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
};
