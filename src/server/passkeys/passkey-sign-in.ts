import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { SessionUser } from '~/shared/accounts/account';
import type { PasskeyAnswer } from '~/shared/accounts/passkey';
import type { ErrorCode } from '~/shared/errors';
import { type AccountRow, selectAccount } from '../accounts/account-queries';
import { AppError } from '../app-error';
import type { Visit } from '../http/visit';
import { consumeForAddress, consumeInMemoryForAddress } from '../rate-limit/rate-limit';
import { auditEntry, type Entry, enter, refuseEntry, reportEntry } from '../sessions/entry';
import { findSignInRefusal } from '../sessions/sessions';
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
  const outcome = await enter((entry) => completePasskeySignIn(proof, markSignedIn, visit, entry));
  if ('reason' in outcome) return refuseEntry(outcome.reason, outcome.account, visit);
  reportEntry(outcome.user.id, visit);
  return outcome.user;
}

function completePasskeySignIn(
  proof: Proof,
  markSignedIn: () => void,
  visit: Visit,
  entry: Entry,
): { user: SessionUser } | { reason: ErrorCode; account: AccountRow } {
  const account = selectAccount().get({ id: proof.passkey.user_id });
  if (!account) throw new AppError('passkey_unknown');
  if (!entry.accept(proof.challenge.text, () => acceptProof(proof))) return { reason: 'passkey_refused', account };
  const reason = findSignInRefusal(account) ?? (isAtRest(account) ? 'passkey_at_rest' : null);
  if (reason) return { reason, account };
  auditEntry(entry, account, 'passkey', visit);
  entry.store(markSignedIn);
  return { user: entry.begin(visit, account.id) };
}
