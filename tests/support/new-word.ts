import { randomBytes } from 'node:crypto';

/**
 * A unique word by which a test finds its own leads on a shared server. Letters only, because digits also match phones.
 */
export function newWord(): string {
  return [...randomBytes(8)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
}
