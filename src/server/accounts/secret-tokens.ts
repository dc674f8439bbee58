import { sha256 } from '@oslojs/crypto/sha2';
import { encodeBase64urlNoPadding } from '@oslojs/encoding';

/** A secret of 32 random bytes as base64url text, for a cookie or a link. */
export function makeToken(): string {
  return encodeBase64urlNoPadding(crypto.getRandomValues(new Uint8Array(32)));
}

/** The SHA-256 of a token. The database never contains more than this. */
export function hashToken(token: string): Buffer {
  return Buffer.from(sha256(new TextEncoder().encode(token)));
}
