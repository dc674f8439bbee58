import type { SessionUser } from '~/shared/accounts/account';
import type { PasskeyAnswer } from '~/shared/accounts/passkey';
import type { SecondFactor, SecondFactorInput } from '~/shared/accounts/second-factor';
import { passwordStrings } from '~/shared/strings/accounts/accounts';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { selectAccount } from '../accounts/account-queries';
import { AppError, errorAt } from '../app-error';
import { actorOf, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import type { Visit } from '../http/visit';
import { log } from '../log';
import { acceptProof, proveByPasskey } from '../passkeys/assertion';
import { passwordMatches } from '../passwords/passwords';
import { type Attempt, admitOwnAttempt } from '../rate-limit/guess-throttle';
import { consumePoint } from '../rate-limit/rate-limit';
import { describeWrongCode, findUse, wrongConfirmations } from '../second-factor/codes';
import { listSecondFactors } from '../second-factor/requirement';
import { requireStored } from './held-sessions';
import { currentSessionHash, renewProof } from './sessions';

/** Refusals that were a wrong guess; any other involved no guess. */
const WRONG = new Set<string>(['invalid', 'invalid_code', 'passkey_unknown', 'passkey_refused']);

/**
 * Proves again who is at the keyboard. `check` verifies the proof and returns what to do with it in the transaction
 * that counts it; either throws if it is wrong. Wrong proofs slow down this session, see `admitOwnAttempt`.
 * @throws {AppError} as `check` does; `unauthenticated` if the session has ended meanwhile; `too_many` with the wait.
 */
async function confirmBy(
  way: SecondFactor | 'password',
  user: SessionUser,
  visit: Visit,
  check: (attempt: Attempt) => Promise<() => void>,
): Promise<void> {
  await requireStored(currentSessionHash(visit.cookies));
  const attempt = await admitOwnAttempt(user.id, visit.cookies);
  try {
    const accept = await check(attempt);
    await inSharedTransaction(() => {
      accept();
      renewProof(visit);
      attempt.markSuccessful();
      recordAudit({ type: 'confirmed', actor: actorOf(user, visit), to: way });
    });
  } catch (error) {
    if (error instanceof AppError && WRONG.has(error.code)) {
      await inSharedTransaction(() =>
        recordAudit({ type: 'confirmation_failed', actor: actorOf(user, visit), to: way }),
      );
      log.warn({ event: 'confirmation_failed', user: user.id, address: visit.address });
    }
    throw error;
  }
  log.info({ event: 'confirmed', user: user.id, address: visit.address, way });
}

/**
 * Confirms by password. Not enough where a second factor is set: whoever stole the session may know it.
 * @throws {AppError} `step_up` with the ways that are; `invalid` at `password`; `busy`; as `confirmBy` does.
 */
export async function confirmPassword(user: SessionUser, password: string, visit: Visit): Promise<void> {
  const ways = listSecondFactors(user.id);
  if (ways.length > 0)
    throw new AppError('step_up', { message: secondFactorStrings.notByPassword, second_factor: ways });
  await confirmBy('password', user, visit, async () => {
    const account = selectAccount().get({ id: user.id });
    if (!account) throw new AppError('unauthenticated');
    if (!(await passwordMatches(password, account.password_hash))) throw passwordIsWrong();
    return () => {
      // The password may have changed during hashing.
      if (selectAccount().get({ id: user.id })?.password_hash !== account.password_hash) throw passwordIsWrong();
    };
  });
}

/**
 * Confirms by an authenticator's code, or a recovery code, which is used up.
 * @throws {AppError} `invalid` with the reason at its field; `busy`; as `confirmBy` does.
 */
export function confirmByCode(user: SessionUser, input: SecondFactorInput, visit: Visit): Promise<void> {
  const isCode = input.code !== undefined;
  return confirmBy(isCode ? 'totp' : 'recovery', user, visit, async ({ isPastFree }) => {
    const refund =
      isCode && isPastFree
        ? await consumePoint(wrongConfirmations(), user.id, secondFactorStrings.tooManyConfirmations)
        : () => {};
    const use = await findUse(user.id, input);
    return () => {
      if (!use?.()) throw new AppError('invalid', describeWrongCode(input));
      refund();
    };
  });
}

/** Confirms by an own passkey. Throws AppError `passkey_unknown`; `passkey_refused`; as `confirmBy` does. */
export function confirmByPasskey(user: SessionUser, answer: PasskeyAnswer, visit: Visit): Promise<void> {
  return confirmBy('passkey', user, visit, async () => {
    const proof = await proveByPasskey(answer, 'confirm', user.id);
    return () => {
      if (!acceptProof(proof)) throw new AppError('passkey_refused');
    };
  });
}

const passwordIsWrong = () => errorAt('password', passwordStrings.wrong);
