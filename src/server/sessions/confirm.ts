import type { SessionUser } from '~/shared/accounts/account';
import { passwordStrings } from '~/shared/strings/passwords';
import { selectAccount } from '../accounts/account-queries';
import { AppError } from '../app-error';
import { actorOf, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import type { Visit } from '../http/visit';
import { log } from '../log';
import { passwordMatches } from '../passwords/passwords';
import { admitGuess } from './guessing';
import { currentSessionHash, renewProof } from './sessions';

/**
 * Proves again who is at the keyboard, by password. Wrong ones slow down this session only, so that nobody else can keep
 * its owner from confirming.
 * @throws {AppError} `invalid` with the reason at `password`; `unauthenticated` if the session has ended meanwhile;
 * `too_many` with the wait; `busy`.
 */
export async function confirmPassword(user: SessionUser, password: string, visit: Visit): Promise<void> {
  const guess = await admitGuess('confirm', currentSessionHash(visit.cookies).toString('hex'));
  const account = selectAccount().get({ id: user.id });
  if (!account) throw new AppError('unauthenticated');
  if (!(await passwordMatches(password, account.password_hash))) {
    await guess.isWrong();
    await inSharedTransaction(() =>
      recordAudit({ type: 'confirmation_failed', actor: actorOf(user, visit) }),
    );
    log.warn({ event: 'confirmation_failed', user: user.id, address: visit.address });
    throw passwordIsWrong();
  }
  await guess.isRight();
  await inSharedTransaction(() => {
    // Hashing takes a while; meanwhile the password may have been changed.
    if (selectAccount().get({ id: user.id })?.password_hash !== account.password_hash)
      throw passwordIsWrong();
    renewProof(visit);
  });
  log.info({ event: 'confirmed', user: user.id, address: visit.address });
}

function passwordIsWrong(): AppError {
  const reason = passwordStrings.wrong;
  return new AppError('invalid', { message: reason, fields: { password: reason } });
}
