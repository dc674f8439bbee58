import type { SecondFactorInput } from '~/shared/accounts/second-factor';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { enqueueMail } from '../accounts/mails/mails';
import { AppError } from '../app-error';
import { findRecoveryCode } from './recovery-codes';
import { selectTotp, useRecoveryCode, useStep } from './second-factor-queries';
import { readSecret } from './secret';
import { findStep } from './totp';

/** Uses something up, in the caller's transaction; false if somebody else just did. */
export type Use = () => boolean;

/**
 * What uses up somebody's code or recovery code; null if it is wrong. Each counts once, even if two processes get it at
 * once.
 * @throws {AppError} `invalid_code` if the server cannot read the secret; `busy`.
 */
export async function findUse(
  userId: string,
  { code, recovery_code = '' }: SecondFactorInput,
): Promise<Use | null> {
  return code === undefined ? findUseOfRecovery(userId, recovery_code) : findUseOfCode(userId, code);
}

function findUseOfCode(user_id: string, code: string): Use | null {
  const { secret } = selectTotp().get({ user_id }) ?? {};
  if (!secret) return null;
  const plain = readSecret(secret, user_id);
  if (plain === null) throw new AppError('invalid_code', { message: secondFactorStrings.unreadable });
  const step = findStep(plain, code, Date.now());
  return step === null ? null : () => useStep().run({ user_id, secret, step }).changes === 1;
}

async function findUseOfRecovery(user_id: string, code: string): Promise<Use | null> {
  const found = await findRecoveryCode(user_id, code);
  if (!found) return null;
  return () => {
    if (useRecoveryCode().run({ user_id, ...found, now: new Date().toISOString() }).changes !== 1)
      return false;
    enqueueMail({ template: 'recovery_code_used', user_id });
    return true;
  };
}

/** Why a code or recovery code is refused, at its field. */
export function wrongness({ code }: SecondFactorInput) {
  const [field, message] =
    code === undefined
      ? (['recovery_code', secondFactorStrings.recoveryWrong] as const)
      : (['code', secondFactorStrings.codeWrong] as const);
  return { message, fields: { [field]: message } };
}
