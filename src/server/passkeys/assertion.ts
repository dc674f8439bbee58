import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { PasskeyAnswer } from '~/shared/accounts/passkey';
import { AppError } from '../app-error';
import { query } from '../database/connection';
import { type PasskeyRow, selectByCredential, selectPasskeys } from './held-passkeys';
import {
  type Challenge,
  describeCredential,
  issueChallenge,
  readChallenge,
  relyingParty,
  spendChallenge,
  verifyAnswer,
  webauthn,
} from './webauthn';

/** An answer with a valid signature. A replay or a cloned device is detected only when its use is recorded. */
export type Proof = { passkey: PasskeyRow; challenge: Challenge; counter: number; isSynced: boolean };

/** Options for the browser to ask for one of a person's passkeys; for anybody's, if `userId` is null. */
export async function makeRequest(
  purpose: 'sign_in' | 'confirm',
  userId: string | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const challenge = issueChallenge(purpose, userId);
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge,
    userVerification: 'required',
    ...(userId !== null && {
      allowCredentials: selectPasskeys().all({ user_id: userId }).map(describeCredential),
    }),
  });
}

/**
 * Checks a browser's answer to a challenge of `makeRequest`; `acceptProof` then uses that up.
 * @throws {AppError} `passkey_unknown` if nobody, or not this person, has this passkey (any more); `passkey_refused`.
 */
export async function proveByPasskey(
  answer: PasskeyAnswer,
  purpose: 'sign_in' | 'confirm',
  userId: string | null,
): Promise<Proof> {
  const challenge = readChallenge(answer.response.clientDataJSON, purpose, userId);
  const passkey = selectByCredential().get({ credential_id: answer.id });
  if (!passkey || (userId !== null && passkey.user_id !== userId)) throw new AppError('passkey_unknown');
  const { userHandle, ...signed } = answer.response;
  if (userHandle != null && userHandle !== passkey.user_handle) throw new AppError('passkey_refused');
  const response = { ...signed, ...(userHandle != null && { userHandle }) };
  const { authenticationInfo } = await verifyAnswer(challenge, (library, expected) =>
    library.verifyAuthenticationResponse({
      ...expected,
      response: { ...answer, response, clientExtensionResults: {} },
      // The counter is compared where it is stored: another process may have advanced it meanwhile.
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    }),
  );
  const { newCounter, credentialBackedUp } = authenticationInfo;
  return { passkey, challenge, counter: newCounter, isSynced: credentialBackedUp };
}

/** Records a use; changes nothing if a counter did not advance, a sign of a cloned device. */
const updatePasskeyUse = query<[{ id: string; counter: number; is_synced: 0 | 1; last_used_at: string }]>(
  `UPDATE passkeys SET counter = :counter, is_synced = :is_synced, last_used_at = :last_used_at
   WHERE id = :id AND (counter < :counter OR (counter = 0 AND :counter = 0))`,
);

/**
 * Records a proof's use, in the caller's transaction. False if it must not count: its challenge was answered before,
 * the passkey is gone, or its counter did not advance, a sign of a cloned device.
 */
export function acceptProof({ passkey, challenge, counter, isSynced }: Proof): boolean {
  if (!spendChallenge(challenge)) return false;
  const { changes } = updatePasskeyUse().run({
    id: passkey.id,
    counter,
    is_synced: isSynced ? 1 : 0,
    last_used_at: new Date().toISOString(),
  });
  return changes === 1;
}
