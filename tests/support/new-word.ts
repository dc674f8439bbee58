import { randomBytes } from 'node:crypto';

/** A word that stands nowhere else, by which a test finds its own leads on a shared server. Only letters: digits are searched for in phones, too. */
export function newWord(): string {
  return [...randomBytes(8)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
}
