import { open, seal } from '../secrets/secrets';

const contextOf = (userId: string) => `totp:${userId}`;

/** Seals an authenticator's secret; it opens only in its owner's row. */
export function sealSecret(secret: string, userId: string): Buffer {
  return seal(secret, contextOf(userId));
}

/** An authenticator's secret; null if the key that sealed it is lost. */
export function readSecret(box: Buffer, userId: string): string | null {
  return open(box, contextOf(userId));
}
