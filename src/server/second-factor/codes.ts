import { encodeBase32NoPadding } from '@oslojs/encoding';
import { Secret, TOTP } from 'otpauth';
import {
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
  type SecondFactorInput,
  TOTP_DIGITS,
} from '~/shared/accounts/second-factor';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { crmStrings } from '~/shared/strings/crm';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { AppError } from '../app-error';
import { query } from '../database/connection';
import { hashPassword, passwordMatches } from '../passwords/passwords';
import { limiterFor, resetPoints } from '../rate-limit/rate-limit';
import { seal, unseal } from '../secrets/encryption';
import { deleteRecoveryCodes, selectTotp } from './second-factor-queries';

/** Uses something up, in the caller's transaction; false if somebody else just did. */
export type Use = () => boolean;

/**
 * What uses up a code or recovery code, null if it is wrong. Each counts once, even if two processes get it.
 * @throws {AppError} `invalid_code` if the server cannot read the secret; `busy`.
 */
export async function findUse(userId: string, { code, recovery_code = '' }: SecondFactorInput): Promise<Use | null> {
  return code === undefined ? findUseOfRecovery(userId, recovery_code) : findUseOfCode(userId, code);
}

/** Uses up a time step's code; changes nothing if it, or a later one, was used already. */
const markTimeStepUsed = query<[{ user_id: string; secret: Buffer; step: number }]>(
  'UPDATE totp SET last_step = :step WHERE user_id = :user_id AND secret = :secret AND last_step < :step',
);

function findUseOfCode(user_id: string, code: string): Use | null {
  const { secret } = selectTotp().get({ user_id }) ?? {};
  if (!secret) return null;
  const plain = readSecret(secret, user_id);
  if (plain === null) throw new AppError('invalid_code', { message: secondFactorStrings.unreadable });
  const step = findTimeStep(plain, code, Date.now());
  return step === null ? null : () => markTimeStepUsed().run({ user_id, secret, step }).changes === 1;
}

/** Why a code or recovery code is refused, at its field. */
export function describeWrongCode({ code }: SecondFactorInput) {
  const [field, message] =
    code === undefined
      ? (['recovery_code', secondFactorStrings.recoveryWrong] as const)
      : (['code', secondFactorStrings.codeWrong] as const);
  return { message, fields: { [field]: message } };
}

const A_MONTH = { points: 100, seconds: 30 * 24 * 60 * 60 };

/**
 * Limits wrong codes at sign-in, from all addresses together: whoever guesses codes already knows the password. With
 * three codes valid at any time, the chance is 3 in 10,000 a month. Recovery codes stay open, and a new password starts
 * over.
 */
export const wrongCodes = () => limiterFor('second-factor-codes', A_MONTH);

/**
 * Limits wrong codes in open sessions, all together but for each one's free guesses: a stolen session can use up the
 * owner's codes neither here nor, as this limit is separate, at sign-in.
 */
export const wrongConfirmations = () => limiterFor('confirm-codes', A_MONTH);

/** Clears wrong codes typed with the former password, in the caller's transaction. */
export function clearWrongCodes(userId: string): void {
  resetPoints(wrongCodes(), userId);
  resetPoints(wrongConfirmations(), userId);
}

const selectRecoveryCode = query<[{ user_id: string; place: number }], { code_hash: string }>(
  'SELECT code_hash FROM recovery_codes WHERE user_id = :user_id AND place = :place AND used_at IS NULL',
);

const spendRecoveryCode = query<[{ user_id: string; place: number; code_hash: string; now: string }]>(
  `UPDATE recovery_codes SET used_at = :now
   WHERE user_id = :user_id AND place = :place AND code_hash = :code_hash AND used_at IS NULL`,
);

/** What uses up a recovery code, null if it is wrong or used. Throws AppError `busy`. */
async function findUseOfRecovery(user_id: string, code: string): Promise<Use | null> {
  const place = Number(code[0]);
  const { code_hash } = selectRecoveryCode().get({ user_id, place }) ?? {};
  if (!(await passwordMatches(code, code_hash)) || !code_hash) return null;
  return () => {
    const now = new Date().toISOString();
    if (spendRecoveryCode().run({ user_id, place, code_hash, now }).changes !== 1) return false;
    enqueueMail({ template: 'recovery_code_used', user_id });
    return true;
  };
}

/** Ten new codes, and the function that stores them, in the caller's transaction, in place of the former ones. */
type NewCodes = { codes: string[]; store: (userId: string) => void };

const insertRecoveryCode = query<[{ user_id: string; place: number; code_hash: string }]>(
  'INSERT INTO recovery_codes (user_id, place, code_hash) VALUES (:user_id, :place, :code_hash)',
);

/**
 * Makes ten codes of 50 random bits each. A plain hash would not protect so few (ASVS 6.5.2 asks for 112), so they are
 * hashed like passwords. Each begins with its place, so a try costs one such hash and not ten.
 * @throws {AppError} `busy` if too many hashes are waiting.
 */
export async function makeRecoveryCodes(): Promise<NewCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, (_, place) => `${place}${randomPart()}`);
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hashPassword(code));
  return {
    // Grouped for reading and typing: '3-ABCDE-FGHIJ'.
    codes: codes.map((code) => `${code.slice(0, 1)}-${code.slice(1, 6)}-${code.slice(6)}`),
    store(user_id) {
      deleteRecoveryCodes().run({ user_id });
      for (const [place, code_hash] of hashes.entries()) insertRecoveryCode().run({ user_id, place, code_hash });
    },
  };
}

function randomPart(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RECOVERY_CODE_LENGTH));
  return encodeBase32NoPadding(bytes).slice(0, RECOVERY_CODE_LENGTH - 1);
}

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
