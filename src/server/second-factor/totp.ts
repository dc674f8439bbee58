import { Secret, TOTP } from 'otpauth';
import { TOTP_DIGITS } from '~/shared/accounts/second-factor';
import { crmStrings } from '~/shared/strings/crm';
import { seal, unseal } from '../secrets/encryption';

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;

/** What every authenticator app understands (RFC 6238 with HMAC-SHA-1). */
const PARAMETERS = { algorithm: 'SHA1', digits: TOTP_DIGITS, period: PERIOD_SECONDS } as const;

/** A new secret, in base32. */
export function makeSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The URL an app reads from the QR code. */
export function otpauthUrl(secret: string, email: string): string {
  return new TOTP({ ...PARAMETERS, issuer: crmStrings.brand, label: email, secret }).toString();
}

/**
 * A code's time step, or null if it is not valid now. Also accepts the step before, as people read a code and type it a
 * moment later, and the one after, as a phone's clock may be some seconds ahead (RFC 6238, 6).
 */
export function findTimeStep(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...PARAMETERS, secret });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

const contextOf = (userId: string) => `totp:${userId}`;

/** Seals an authenticator's secret; it opens only in its owner's row. */
export function sealSecret(secret: string, userId: string): Buffer {
  return seal(secret, contextOf(userId));
}

/** An authenticator's secret; null if the key that sealed it is lost. */
export function readSecret(box: Buffer, userId: string): string | null {
  return unseal(box, contextOf(userId));
}
