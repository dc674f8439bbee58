import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { SessionUser } from '~/shared/accounts/account';
import type { NewPasskey, Passkey } from '~/shared/accounts/passkey';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { requireFound } from '../app-error';
import { type Actor, actorOf, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import type { Visit } from '../http/visit';
import { rotateToken } from '../sessions/sessions';
import { deletePasskey, type PasskeyRow, selectPasskey, selectPasskeys, updatePasskeyName } from './passkey-queries';
import { checkRegistration, requestRegistration, storePasskey } from './registration';

/** One's own passkeys, oldest first. */
export function listPasskeys(userId: string): Passkey[] {
  return selectPasskeys().all({ user_id: userId }).map(toPasskey);
}

function toPasskey({ id, credential_id, name, is_synced, last_used_at, created_at }: PasskeyRow): Passkey {
  return { id, credential_id, name, is_synced: is_synced === 1, last_used_at, created_at };
}

/** Options to register a passkey. Throws AppError `invalid` for somebody with too many. */
export function requestPasskey(user: SessionUser): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return requestRegistration(user);
}

/**
 * Keeps a passkey the browser made for a challenge of `requestPasskey`, and reports it by mail.
 * @throws {AppError} `passkey_refused`; `invalid` for somebody with too many.
 */
export async function addPasskey(input: NewPasskey, user: SessionUser, visit: Visit): Promise<Passkey> {
  const made = await checkRegistration(input, user.id);
  return inSharedTransaction(() => {
    const row = storePasskey(made, user.id);
    recordAudit({ type: 'passkey_added', actor: actorOf(user, visit), to: row.name });
    enqueueMail({ template: 'passkey_added', user_id: user.id, name: row.name });
    // The session's rights grow from none to all, so its token is rotated.
    if (user.must_set_second_factor) rotateToken(visit);
    return toPasskey(row);
  });
}

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

function findOwn(id: string, { id: user_id }: Actor): PasskeyRow {
  return requireFound(selectPasskey().get({ id, user_id }));
}
