import { ECDH } from 'node:crypto';
import { enqueueMail } from '~/server/accounts/mails/enqueue-mail';
import { AppError, errorAt, requireFound } from '~/server/app-error';
import { type Actor, recordAudit } from '~/server/audit/audit';
import { query } from '~/server/database/connection';
import { inSharedTransaction } from '~/server/database/group-commit';
import { describeBrowser } from '~/shared/accounts/describe-browser';
import type { PushDevice, PushStart, SubscribeInput } from '~/shared/notices/push';
import { pushErrors } from '~/shared/strings/notices/push';
import { skipToNewest } from '../new-leads';
import { readPublicKey } from './keys';
import { type Subscription, selectDevices } from './push-queries';
import { isPushService } from './push-services';

/** Beyond this, the oldest devices are deleted. */
const MAX_DEVICES = 10;

/** Who asks, in which session and browser. */
type DeviceOwner = { actor: Actor; sessionHash: Buffer; userAgent: string | null };

const selectIsOwn = query<[{ user_id: string; endpoint: string; replaces: string }], { found: 0 | 1 }>(
  `SELECT EXISTS (
     SELECT 1 FROM push_subscriptions WHERE endpoint IN (:endpoint, :replaces) AND user_id = :user_id
   ) AS found`,
);

/** Whether a subscription renews one of somebody's own devices. */
export function isOwnDevice({ endpoint, replaces = endpoint }: SubscribeInput, userId: string): boolean {
  return selectIsOwn().get({ user_id: userId, endpoint, replaces })?.found === 1;
}

type NewSubscription = Subscription & {
  user_id: string;
  session_hash: Buffer;
  user_agent: string | null;
  created_at: string;
};

/** A browser has one subscription, whoever is signed in. One that is renewed rests as before. */
const putSubscription = query<[NewSubscription & { replaces: string }], { id: number }>(
  `INSERT INTO push_subscriptions (user_id, endpoint, p256dh, auth, user_agent, session_hash, created_at, rests_since)
   VALUES (:user_id, :endpoint, :p256dh, :auth, :user_agent, :session_hash, :created_at,
     (SELECT rests_since FROM push_subscriptions WHERE endpoint = :replaces AND user_id = :user_id))
   ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, p256dh = excluded.p256dh,
     auth = excluded.auth, user_agent = excluded.user_agent, session_hash = excluded.session_hash,
     rests_since = iif(user_id = excluded.user_id, rests_since, NULL)
   RETURNING id`,
);

const deleteByEndpoint = query<[{ endpoint: string }]>('DELETE FROM push_subscriptions WHERE endpoint = :endpoint');

const deleteOwn = query<[{ id: number; user_id: string }]>(
  'DELETE FROM push_subscriptions WHERE id = :id AND user_id = :user_id',
);

/**
 * Subscribes a device for its user; a new one is audited and announced by mail. A browser has one subscription, so it
 * replaces any other, even somebody else's.
 * @throws {AppError} `invalid`
 */
export function subscribe(
  input: SubscribeInput,
  { actor, sessionHash, userAgent }: DeviceOwner,
): Promise<{ id: number }> {
  const { endpoint, keys, replaces = endpoint } = input;
  const userId = actor.id;
  if (!isPushService(endpoint)) throw errorAt('endpoint', pushErrors.unknownService);
  if (!isPointOnCurve(keys.p256dh)) throw errorAt('keys', pushErrors.invalid);
  return inSharedTransaction(() => {
    const isNew = !isOwnDevice(input, userId);
    const isFirst = selectDevices().get({ user_id: userId }) === undefined;
    const saved = putSubscription().get({
      user_id: userId,
      endpoint,
      replaces,
      p256dh: keys.p256dh,
      auth: keys.auth,
      user_agent: userAgent,
      session_hash: sessionHash,
      created_at: new Date().toISOString(),
    });
    if (!saved) throw new Error('no subscription was stored');
    if (replaces !== endpoint) deleteByEndpoint().run({ endpoint: replaces });
    const devices = selectDevices().all({ user_id: userId });
    for (const { id } of devices.slice(0, -MAX_DEVICES)) deleteOwn().run({ id, user_id: userId });
    if (isFirst) skipToNewest(userId, 'push');
    if (isNew) {
      const device = describeBrowser(userAgent);
      recordAudit({ type: 'push_device_added', actor, to: device });
      enqueueMail({ template: 'push_device_added', user_id: userId, device });
    }
    return saved;
  });
}

/** Moves the device to the session it was last seen in. */
const updateSeen = query<[{ endpoint: string; user_id: string; session_hash: Buffer }], { id: number }>(
  `UPDATE push_subscriptions SET session_hash = :session_hash WHERE endpoint = :endpoint AND user_id = :user_id
   RETURNING id`,
);

/**
 * Ties a subscribed device to this session, so that signing out silences it. Somebody else's device is deleted.
 * @throws {AppError} `not_found` if it is no device of this user's.
 */
export async function bindDeviceToSession(
  endpoint: string,
  { userId, sessionHash }: { userId: string; sessionHash: Buffer },
): Promise<{ id: number }> {
  const seen = await inSharedTransaction(() => {
    const own = updateSeen().get({ endpoint, user_id: userId, session_hash: sessionHash });
    if (!own) deleteByEndpoint().run({ endpoint });
    return own;
  });
  if (!seen) throw new AppError('not_found');
  return seen;
}

/** Silences the device with this endpoint, which only the device itself knows. */
export async function unsubscribe(endpoint: string): Promise<void> {
  await inSharedTransaction(() => deleteByEndpoint().run({ endpoint }));
}

/** Silences one of somebody's own devices. Throws AppError `not_found`. */
export async function silenceDevice(id: number, userId: string): Promise<void> {
  const { changes } = await inSharedTransaction(() => deleteOwn().run({ id, user_id: userId }));
  if (changes === 0) throw new AppError('not_found');
}

/** Whose device it is. */
const selectDevicePerson = query<[{ id: number }], { id: string; email: string; user_agent: string | null }>(
  `SELECT users.id, email, user_agent FROM push_subscriptions JOIN users ON users.id = user_id
   WHERE push_subscriptions.id = :id`,
);

const endDeviceRest = query<[{ id: number }]>(
  'UPDATE push_subscriptions SET rests_since = NULL WHERE id = :id AND rests_since IS NOT NULL',
);

/** Ends the rest of somebody's device. Throws AppError `not_found`. */
export function confirmDevice(id: number, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const { user_agent, ...subject } = requireFound(selectDevicePerson().get({ id }));
    if (endDeviceRest().run({ id }).changes > 0)
      recordAudit({ type: 'push_device_confirmed', actor, subject, to: describeBrowser(user_agent) });
  });
}

/** Silences somebody else's device. Throws AppError `not_found`. */
export function silenceAnyDevice(id: number, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const { user_agent, ...subject } = requireFound(selectDevicePerson().get({ id }));
    deleteOwn().run({ id, user_id: subject.id });
    recordAudit({ type: 'push_device_removed', actor, subject, to: describeBrowser(user_agent) });
  });
}

const deleteDevicesOf = query<[{ user_id: string }], { user_agent: string | null }>(
  'DELETE FROM push_subscriptions WHERE user_id = :user_id RETURNING user_agent',
);

/** Silences all of somebody's devices, in the caller's transaction. Returns their names. */
export function silenceDevices(userId: string): string[] {
  return deleteDevicesOf()
    .all({ user_id: userId })
    .map(({ user_agent }) => describeBrowser(user_agent));
}

const deleteDevicesBut = query<[{ user_id: string; session_hash: Buffer }]>(
  'DELETE FROM push_subscriptions WHERE user_id = :user_id AND session_hash <> :session_hash',
);

/** Silences somebody's devices but this session's, in the caller's transaction, also those whose session expired. */
export function silenceOtherDevices(userId: string, sessionHash: Buffer): void {
  deleteDevicesBut().run({ user_id: userId, session_hash: sessionHash });
}

/** What a screen needs to subscribe a device. */
export function readPushStart(userId: string): PushStart {
  return { key: readPublicKey(), devices: listDevices(userId) };
}

/** Somebody's subscribed devices, oldest first. */
export function listDevices(userId: string): PushDevice[] {
  return selectDevices().all({ user_id: userId });
}

type Follow = { from: Buffer; to: Buffer; user_id: string };

/** For the same person signing in again in the same browser. */
const followSession = query<[Follow]>(
  'UPDATE push_subscriptions SET session_hash = :to WHERE session_hash = :from AND user_id = :user_id',
);

/** For somebody else signing in in that browser. */
const deleteOfSession = query<[{ session_hash: Buffer }]>(
  'DELETE FROM push_subscriptions WHERE session_hash = :session_hash',
);

/**
 * Moves a device to a new session of the same person, and deletes it if somebody else signed in, in the caller's
 * transaction. Ending a valid session silences its device by trigger (db/migrations/0032_push.sql).
 */
export function moveDevice(from: Buffer, to: Buffer, userId: string): void {
  followSession().run({ from, to, user_id: userId });
  deleteOfSession().run({ session_hash: from });
}

/** An invalid key would make every message to the device fail. */
function isPointOnCurve(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
