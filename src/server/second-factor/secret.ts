import { open, seal } from '../secrets/secrets';

const contextOf = (userId: string) => `totp:${userId}`;

/** Seals the secret of somebody's app: in another person's row it opens no more. */
export function sealSecret(secret: string, userId: string): Buffer {
  return seal(secret, contextOf(userId));
}

/** The secret of somebody's app; null if the key that sealed it is lost. */
export function readSecret(box: Buffer, userId: string): string | null {
  return open(box, contextOf(userId));
}
