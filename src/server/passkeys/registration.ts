import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { NewPasskey } from '~/shared/accounts/passkey';
import { MAX_PASSKEYS } from '~/shared/accounts/schema';
import { passkeyStrings } from '~/shared/strings/accounts/passkeys';
import { AppError } from '../app-error';
import { insertPasskey, type PasskeyRow, selectByCredential, selectPasskeys } from './passkey-queries';
import {
  ALGORITHMS,
  type Challenge,
  describeCredential,
  handleOf,
  issueChallenge,
  logRefusal,
  readChallenge,
  relyingParty,
  spendChallenge,
  webauthn,
} from './webauthn';

/** Who registers a passkey; with an invitation's id if there is no account yet. */
type Maker = { id: string; email: string; name: string };

/** What a browser made for our challenge; `storePasskey` stores it. */
type Registration = { row: Omit<PasskeyRow, 'user_id'>; challenge: Challenge };

/** Options to register a passkey. Throws AppError `invalid` for somebody with too many. */
export async function requestRegistration(maker: Maker): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const own = selectPasskeys().all({ user_id: maker.id });
  requireRoom(own);
  const { generateRegistrationOptions } = await webauthn();
  const { id: rpID, name: rpName } = relyingParty();
  return generateRegistrationOptions({
    rpID,
    rpName,
    userID: new Uint8Array(Buffer.from(findHandle(own, maker.id), 'base64url')),
    userName: maker.email,
    userDisplayName: maker.name,
    challenge: issueChallenge('add', maker.id),
    attestationType: 'none',
    // Discoverable without typing an email, and worth two factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own.map(describeCredential),
  });
}

/** Checks what a browser made for a challenge of `requestRegistration`. Throws AppError `passkey_refused`. */
export async function checkRegistration({ name, ...answer }: NewPasskey, makerId: string): Promise<Registration> {
  const challenge = readChallenge(answer.response.clientDataJSON, 'add', makerId);
  const made = await verify(answer, challenge.text);
  return {
    challenge,
    row: {
      id: crypto.randomUUID(),
      credential_id: made.credential.id,
      user_handle: findHandle(selectPasskeys().all({ user_id: makerId }), makerId),
      public_key: Buffer.from(made.credential.publicKey),
      counter: made.credential.counter,
      transports: JSON.stringify(answer.response.transports ?? []),
      is_synced: made.credentialBackedUp ? 1 : 0,
      name,
      last_used_at: null,
      created_at: new Date().toISOString(),
    },
  };
}

/**
 * Stores a user's new passkey, in the caller's transaction.
 * @throws {AppError} `passkey_refused` if its challenge was answered before; `invalid` for somebody with too many.
 */
export function storePasskey({ row, challenge }: Registration, user_id: string): PasskeyRow {
  requireRoom(selectPasskeys().all({ user_id }));
  // Does not say whose it was: no device gives two people the same credential.
  if (!spendChallenge(challenge) || selectByCredential().get({ credential_id: row.credential_id }))
    throw new AppError('passkey_refused');
  insertPasskey().run({ ...row, user_id });
  return { ...row, user_id };
}

/** All passkeys of a person share one handle. */
function findHandle(own: PasskeyRow[], makerId: string): string {
  return own[0]?.user_handle ?? handleOf(makerId);
}

async function verify(answer: Omit<NewPasskey, 'name'>, challenge: string) {
  const { verifyRegistrationResponse } = await webauthn();
  const { id, origin } = relyingParty();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...answer,
        response: {
          clientDataJSON: answer.response.clientDataJSON,
          attestationObject: answer.response.attestationObject,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (verified) return registrationInfo;
  } catch (error) {
    logRefusal(error);
  }
  throw new AppError('passkey_refused');
}

function requireRoom(own: unknown[]): void {
  if (own.length < MAX_PASSKEYS) return;
  throw new AppError('invalid', { message: passkeyStrings.errors.tooMany(MAX_PASSKEYS) });
}
