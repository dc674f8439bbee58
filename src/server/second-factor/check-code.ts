import { encodeBase32NoPadding } from '@oslojs/encoding';
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES, type SecondFactorInput } from '~/shared/accounts/second-factor';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { AppError } from '../app-error';
import { hashPassword, passwordMatches } from '../passwords/passwords';
import { limiterFor, resetPoints } from '../rate-limit/rate-limit';
import {
  deleteRecoveryCodes,
  insertRecoveryCode,
  markTimeStepUsed,
  selectRecoveryCode,
  selectTotp,
  spendRecoveryCode,
} from './second-factor-queries';
import { findTimeStep, readSecret } from './totp';

/** Uses something up, in the caller's transaction; false if somebody else just did. */
export type Use = () => boolean;

/**
 * What uses up a code or recovery code, null if it is wrong. Each counts once, even if two processes get it.
 * @throws {AppError} `invalid_code` if the server cannot read the secret; `busy`.
 */
export async function findUse(userId: string, { code, recovery_code = '' }: SecondFactorInput): Promise<Use | null> {
  return code === undefined ? findUseOfRecovery(userId, recovery_code) : findUseOfCode(userId, code);
}

function findUseOfCode(user_id: string, code: string): Use | null {
  const { secret } = selectTotp().get({ user_id }) ?? {};
  if (!secret) return null;
  const plain = readSecret(secret, user_id);
  if (plain === null) throw new AppError('invalid_code', { message: secondFactorStrings.unreadable });
  const step = findTimeStep(plain, code, Date.now());
  return step === null ? null : () => markTimeStepUsed().run({ user_id, secret, step }).changes === 1;
}

async function findUseOfRecovery(user_id: string, code: string): Promise<Use | null> {
  const found = await findRecoveryCode(user_id, code);
  if (!found) return null;
  return () => {
    if (spendRecoveryCode().run({ user_id, ...found, now: new Date().toISOString() }).changes !== 1) return false;
    enqueueMail({ template: 'recovery_code_used', user_id });
    return true;
  };
}

/** Why a code or recovery code is refused, at its field. */
export function describeWrongCode({ code }: SecondFactorInput) {
  const [field, message] =
    code === undefined
      ? (['recovery_code', secondFactorStrings.recoveryWrong] as const)
      : (['code', secondFactorStrings.codeWrong] as const);
  return { message, fields: { [field]: message } };
}

/** Ten new codes, and the function that stores them, in the caller's transaction, in place of the former ones. */
type NewCodes = { codes: string[]; store: (userId: string) => void };

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
    codes: codes.map(groupCode),
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

/** Grouped for reading and typing: '3-ABCDE-FGHIJ'. */
function groupCode(code: string): string {
  return `${code.slice(0, 1)}-${code.slice(1, 6)}-${code.slice(6)}`;
}

/** A code's stored row, if right and unused, else null, after the same time. Throws AppError `busy`. */
async function findRecoveryCode(userId: string, code: string): Promise<{ place: number; code_hash: string } | null> {
  const place = Number(code[0]);
  const stored = selectRecoveryCode().get({ user_id: userId, place });
  const matches = await passwordMatches(code, stored?.code_hash);
  return matches && stored ? { place, code_hash: stored.code_hash } : null;
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
