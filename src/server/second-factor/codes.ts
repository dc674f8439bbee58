import type { SecondFactorInput } from '~/shared/accounts/second-factor';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { AppError } from '../app-error';
import { query } from '../database/connection';
import { limiterFor, resetPoints } from '../rate-limit/rate-limit';
import { findUseOfRecovery } from './recovery-codes';
import { selectTotp } from './second-factor-queries';
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
