import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { SessionUser } from '~/shared/accounts/account';
import type { NewPasskey, Passkey } from '~/shared/accounts/passkey';
import { MAX_PASSKEYS } from '~/shared/accounts/schema';
import { passkeyStrings } from '~/shared/strings/accounts/passkeys';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { AppError, requireFound } from '../app-error';
import { type Actor, actorOf, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import type { Visit } from '../http/visit';
import { rotateToken } from '../sessions/sessions';
import { deletePasskey, PASSKEY, type PasskeyRow, selectByCredential, selectPasskeys } from './held-passkeys';
import {
  ALGORITHMS,
  type Challenge,
  describeCredential,
  handleOf,
  issueChallenge,
  readChallenge,
  relyingParty,
  spendChallenge,
  verifyAnswer,
  webauthn,
} from './webauthn';

/** One's own passkeys, oldest first. */
export function listPasskeys(userId: string): Passkey[] {
  return selectPasskeys().all({ user_id: userId }).map(toPasskey);
}

function toPasskey({ id, credential_id, name, is_synced, last_used_at, created_at }: PasskeyRow): Passkey {
  return { id, credential_id, name, is_synced: is_synced === 1, last_used_at, created_at };
}

/**
 * Keeps a passkey the browser made for a challenge of `requestRegistration`, and reports it by mail.
 * @throws {AppError} `passkey_refused`; `invalid` for somebody with too many.
 */
export async function addPasskey(input: NewPasskey, user: SessionUser, visit: Visit): Promise<Passkey> {
  const made = await checkRegistration(input, user.id);
  return inSharedTransaction(() => {
    const row = storePasskey(made, actorOf(user, visit));
    // The session's rights grow from none to all, so its token is rotated.
    if (user.must_set_second_factor) rotateToken(visit);
    return toPasskey(row);
  });
}

const updatePasskeyName = query<[{ id: string; user_id: string; name: string }]>(
  'UPDATE passkeys SET name = :name WHERE id = :id AND user_id = :user_id',
);

/** Renames one of one's own passkeys. Throws AppError `not_found`, also for another user's. */
export function renamePasskey(id: string, name: string, actor: Actor): Promise<Passkey> {
  return inSharedTransaction(() => {
    const before = findOwn(id, actor);
    updatePasskeyName().run({ id, user_id: actor.id, name });
    return { ...toPasskey(before), name };
  });
}

/** Removes one of one's own passkeys, and reports it by mail. Throws AppError `not_found`, also for another user's. */
export function removePasskey(id: string, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const { name } = findOwn(id, actor);
    deletePasskey().run({ id, user_id: actor.id });
    recordAudit({ type: 'passkey_removed', actor, to: name });
    enqueueMail({ template: 'passkey_removed', user_id: actor.id, name });
  });
}

const selectPasskey = query<[{ id: string; user_id: string }], PasskeyRow>(
  `${PASSKEY} WHERE id = :id AND user_id = :user_id`,
);

function findOwn(id: string, { id: user_id }: Actor): PasskeyRow {
  return requireFound(selectPasskey().get({ id, user_id }));
}

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
  const { clientDataJSON, attestationObject, transports = [] } = answer.response;
  const { registrationInfo: made } = await verifyAnswer(challenge, (library, expected) =>
    library.verifyRegistrationResponse({
      ...expected,
      response: { ...answer, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  return {
    challenge,
    row: {
      id: crypto.randomUUID(),
      credential_id: made.credential.id,
      user_handle: findHandle(selectPasskeys().all({ user_id: makerId }), makerId),
      public_key: Buffer.from(made.credential.publicKey),
      counter: made.credential.counter,
      transports: JSON.stringify(transports),
      is_synced: made.credentialBackedUp ? 1 : 0,
      name,
      last_used_at: null,
      created_at: new Date().toISOString(),
    },
  };
}

const insertPasskey = query<[PasskeyRow]>(
  `INSERT INTO passkeys (id, user_id, credential_id, user_handle, public_key, counter, transports, is_synced, name,
                         last_used_at, created_at)
   VALUES (:id, :user_id, :credential_id, :user_handle, :public_key, :counter, :transports, :is_synced, :name,
           :last_used_at, :created_at)`,
);

/**
 * Stores a user's new passkey, and reports it by mail, in the caller's transaction.
 * @throws {AppError} `passkey_refused` if its challenge was answered before; `invalid` for somebody with too many.
 */
export function storePasskey({ row, challenge }: Registration, owner: Actor): PasskeyRow {
  const user_id = owner.id;
  requireRoom(selectPasskeys().all({ user_id }));
  // Does not say whose it was: no device gives two people the same credential.
  if (!spendChallenge(challenge) || selectByCredential().get({ credential_id: row.credential_id }))
    throw new AppError('passkey_refused');
  insertPasskey().run({ ...row, user_id });
  recordAudit({ type: 'passkey_added', actor: owner, to: row.name });
  enqueueMail({ template: 'passkey_added', user_id, name: row.name });
  return { ...row, user_id };
}

/** All passkeys of a person share one handle. */
function findHandle(own: PasskeyRow[], makerId: string): string {
  return own[0]?.user_handle ?? handleOf(makerId);
}

function requireRoom(own: unknown[]): void {
  if (own.length < MAX_PASSKEYS) return;
  throw new AppError('invalid', { message: passkeyStrings.errors.tooMany(MAX_PASSKEYS) });
}
