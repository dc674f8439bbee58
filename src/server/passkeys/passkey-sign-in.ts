import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { SessionUser } from '~/shared/accounts/account';
import type { PasskeyAnswer } from '~/shared/accounts/passkey';
import type { ErrorCode } from '~/shared/errors';
import { type AccountRow, selectAccount } from '../accounts/account-queries';
import { AppError } from '../app-error';
import { recordAttempt, recordAudit } from '../audit/audit';
import { unlessFull } from '../database/full-disk';
import { inSharedTransaction } from '../database/group-commit';
import type { Visit } from '../http/visit';
import { log } from '../log';
import { countSignIn } from '../metrics/metrics';
import { consumeForAddress, consumeInMemoryForAddress } from '../rate-limit/rate-limit';
import { acceptInMemory } from '../sessions/held-sessions';
import { beginSession, beginSessionInMemory, findSignInRefusal } from '../sessions/sessions';
import { acceptProof, makeRequest, type Proof, proveByPasskey } from './assertion';
import { isAtRest } from './held-passkeys';

const TEN_MINUTES = 600;

/**
 * Options for the browser to offer its passkeys for this site, before anybody says who they are. Every visit to the
 * sign-in page asks for them, and many people may share an address.
 * @throws {AppError} `too_many`.
 */
export async function requestSignIn(visit: Visit): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await consumeInMemoryForAddress('passkey-requests', { points: 200, seconds: TEN_MINUTES }, visit.address);
  return makeRequest('sign_in', null);
}

/**
 * Signs in with a passkey, which covers both factors: the device, and the person it verified.
 * @throws {AppError} `passkey_unknown`; `passkey_refused`; the reason why the account may not sign in; `too_many`.
 */
export async function signInWithPasskey(answer: PasskeyAnswer, visit: Visit): Promise<SessionUser> {
  const rule = { points: 20, seconds: TEN_MINUTES };
  const markSignedIn = await consumeForAddress('passkey-sign-in', rule, visit.address);
  const proof = await proveByPasskey(answer, 'sign_in', null);
  const outcome = await unlessFull(
    () => inSharedTransaction(() => completePasskeySignIn(proof, markSignedIn, visit)),
    () => completeInMemory(proof, visit),
  );
  if ('reason' in outcome) {
    countSignIn('failed');
    log.warn({ event: 'sign_in_failed', reason: outcome.reason, address: visit.address });
    throw new AppError(outcome.reason);
  }
  countSignIn('succeeded');
  log.info({ event: 'sign_in', user: outcome.user.id, address: visit.address });
  return outcome.user;
}

type Outcome = { user: SessionUser } | { reason: ErrorCode };

function completePasskeySignIn(proof: Proof, markSignedIn: () => void, visit: Visit): Outcome {
  const account = selectAccount().get({ id: proof.passkey.user_id });
  if (!account) return { reason: 'passkey_unknown' };
  const reason = acceptProof(proof) ? findRefusal(account) : 'passkey_refused';
  if (reason) {
    const { address } = visit;
    recordAttempt({ type: 'sign_in_failed', actor: null, subject: account, to: reason, address }, true);
    return { reason };
  }
  recordEntry(account, visit);
  markSignedIn();
  return { user: beginSession(visit, account.id) };
}

function completeInMemory(proof: Proof, visit: Visit): Outcome {
  const account = selectAccount().get({ id: proof.passkey.user_id });
  if (!account) return { reason: 'passkey_unknown' };
  const isAccepted = acceptInMemory(proof.challenge.text, () => acceptProof(proof));
  const reason = isAccepted ? findRefusal(account) : 'passkey_refused';
  if (reason) return { reason };
  const alongside = () => {
    acceptProof(proof);
    recordEntry(account, visit);
  };
  return { user: beginSessionInMemory(visit, account.id, alongside) };
}

function recordEntry({ id, email }: AccountRow, { address }: Visit): void {
  recordAudit({ type: 'sign_in', actor: { id, email, address }, to: 'passkey' });
}

function findRefusal(account: AccountRow): ErrorCode | null {
  return findSignInRefusal(account) ?? (isAtRest(account) ? 'passkey_at_rest' : null);
}
