import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { SessionUser } from '~/shared/accounts/account';
import type { PasskeyAnswer } from '~/shared/accounts/passkey-schema';
import { AppError } from '../app-error';
import { actorOf, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import type { Visit } from '../http/visit';
import { log } from '../log';
import { admitGuess } from '../sessions/guessing';
import { currentSessionHash, renewProof } from '../sessions/sessions';
import { acceptProof, makeRequest, proveByPasskey } from './assertion';

/** What a browser needs to confirm with one of somebody's own passkeys; it names none for somebody who has none. */
export function requestConfirmation(user: SessionUser): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return makeRequest('confirm', user.id);
}

/**
 * Proves again who is at the keyboard, by one of their passkeys. Wrong answers slow down this session only.
 * @throws {AppError} `passkey_unknown`; `passkey_refused`; `unauthenticated` if the session has ended meanwhile;
 * `too_many` with the wait.
 */
export async function confirmByPasskey(
  user: SessionUser,
  answer: PasskeyAnswer,
  visit: Visit,
): Promise<void> {
  const guess = await admitGuess('confirm', currentSessionHash(visit.cookies).toString('hex'));
  try {
    const proof = await proveByPasskey(answer, 'confirm', user.id);
    await inSharedTransaction(() => {
      if (!acceptProof(proof)) throw new AppError('passkey_refused');
      renewProof(visit);
    });
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('passkey_')) {
      await guess.isWrong();
      await inSharedTransaction(() =>
        recordAudit({ type: 'confirmation_failed', actor: actorOf(user, visit) }),
      );
      log.warn({ event: 'confirmation_failed', user: user.id, address: visit.address });
    }
    throw error;
  }
  await guess.isRight();
  log.info({ event: 'confirmed', user: user.id, address: visit.address });
}
