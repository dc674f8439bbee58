import { createHash } from 'node:crypto';

/**
 * A count's key. Whose it is is hashed: the row names nobody, and takes few bytes however long the email a stranger
 * types. 72 bits are enough that nobody finds a text that shares another's count.
 */
export function limitKey(purpose: string, whose: string): string {
  return `${purpose}:${createHash('sha256').update(whose).digest('base64url').slice(0, 12)}`;
}
