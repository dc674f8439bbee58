import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 32 random bytes as base64url, for a cookie or a link. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The SHA-256 of a token; the database holds nothing more of it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Compares two texts in constant time, whatever their lengths. */
export function isSameSecret(given: string, own: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(own));
}
