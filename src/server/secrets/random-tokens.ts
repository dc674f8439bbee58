import { sha256 } from '@oslojs/crypto/sha2';
import { constantTimeEqual } from '@oslojs/crypto/subtle';
import { encodeBase64urlNoPadding } from '@oslojs/encoding';

/** 32 random bytes as base64url, for a cookie or a link. */
export function makeToken(): string {
  return encodeBase64urlNoPadding(crypto.getRandomValues(new Uint8Array(32)));
}

/** The SHA-256 of a token; the database holds nothing more of it. */
export function hashToken(token: string): Buffer {
  return Buffer.from(sha256(new TextEncoder().encode(token)));
}

/** Compares two texts in constant time, whatever their lengths. */
export function isSameSecret(given: string, own: string): boolean {
  return constantTimeEqual(hashToken(given), hashToken(own));
}
