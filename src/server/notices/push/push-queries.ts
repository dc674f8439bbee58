import { query } from '~/server/database/connection';

/** `private_key` is left by older versions until it is sealed. */
export type PushKeys = { public_key: string; private_key: string | null; private_box: Buffer | null };

export const putKeys = query<[{ public_key: string; private_box: Buffer }]>(
  `INSERT INTO push_keys (id, public_key, private_box) VALUES (1, :public_key, :private_box)
   ON CONFLICT DO UPDATE SET public_key = excluded.public_key, private_key = NULL, private_box = excluded.private_box`,
);

export const selectKeys = query<[], PushKeys>(
  'SELECT public_key, private_key, private_box FROM push_keys WHERE id = 1',
);

export const deleteAllSubscriptions = query<[]>('DELETE FROM push_subscriptions');

/** What a push service needs to reach a device (RFC 8030, RFC 8291). */
export type Subscription = { endpoint: string; p256dh: string; auth: string };

type NewSubscription = Subscription & {
  user_id: string;
  session_hash: Buffer;
  user_agent: string | null;
  created_at: string;
};

/** A browser has one subscription, whoever is signed in. One that is renewed rests as before. */
export const putSubscription = query<[NewSubscription & { replaces: string }], { id: number }>(
  `INSERT INTO push_subscriptions (user_id, endpoint, p256dh, auth, user_agent, session_hash, created_at, rests_since)
   VALUES (:user_id, :endpoint, :p256dh, :auth, :user_agent, :session_hash, :created_at,
     (SELECT rests_since FROM push_subscriptions WHERE endpoint = :replaces AND user_id = :user_id))
   ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, p256dh = excluded.p256dh,
     auth = excluded.auth, user_agent = excluded.user_agent, session_hash = excluded.session_hash,
     rests_since = iif(user_id = excluded.user_id, rests_since, NULL)
   RETURNING id`,
);

/** Not while it rests. */
export const selectSubscription = query<[{ id: number }], Subscription & { user_id: string }>(
  'SELECT user_id, endpoint, p256dh, auth FROM push_subscriptions WHERE id = :id AND rests_since IS NULL',
);

type Device = { id: number; user_agent: string | null; created_at: string; rests_since: string | null };

export const selectDevices = query<[{ user_id: string }], Device>(
  'SELECT id, user_agent, created_at, rests_since FROM push_subscriptions WHERE user_id = :user_id ORDER BY id',
);

/** Whose device it is. */
export const selectDevicePerson = query<[{ id: number }], { id: string; email: string; user_agent: string | null }>(
  `SELECT users.id, email, user_agent FROM push_subscriptions JOIN users ON users.id = user_id
   WHERE push_subscriptions.id = :id`,
);

export const endDeviceRest = query<[{ id: number }]>(
  'UPDATE push_subscriptions SET rests_since = NULL WHERE id = :id AND rests_since IS NOT NULL',
);

/** Moves the device to the session it was last seen in. */
export const updateSeen = query<[{ endpoint: string; user_id: string; session_hash: Buffer }], { id: number }>(
  `UPDATE push_subscriptions SET session_hash = :session_hash WHERE endpoint = :endpoint AND user_id = :user_id
   RETURNING id`,
);

export const deleteByEndpoint = query<[{ endpoint: string }]>(
  'DELETE FROM push_subscriptions WHERE endpoint = :endpoint',
);

export const deleteOwn = query<[{ id: number; user_id: string }]>(
  'DELETE FROM push_subscriptions WHERE id = :id AND user_id = :user_id',
);

export const deleteDevicesOf = query<[{ user_id: string }], { user_agent: string | null }>(
  'DELETE FROM push_subscriptions WHERE user_id = :user_id RETURNING user_agent',
);

export const deleteDevicesBut = query<[{ user_id: string; session_hash: Buffer }]>(
  'DELETE FROM push_subscriptions WHERE user_id = :user_id AND session_hash <> :session_hash',
);

export const selectIsOwn = query<[{ user_id: string; endpoint: string; replaces: string }], { found: 0 | 1 }>(
  `SELECT EXISTS (
     SELECT 1 FROM push_subscriptions WHERE endpoint IN (:endpoint, :replaces) AND user_id = :user_id
   ) AS found`,
);

/** Not if the device has subscribed again meanwhile. */
export const deleteGone = query<[{ id: number; endpoint: string }]>(
  'DELETE FROM push_subscriptions WHERE id = :id AND endpoint = :endpoint',
);

type Follow = { from: Buffer; to: Buffer; user_id: string };

/** For the same person signing in again in the same browser. */
export const followSession = query<[Follow]>(
  'UPDATE push_subscriptions SET session_hash = :to WHERE session_hash = :from AND user_id = :user_id',
);

/** For somebody else signing in in that browser. */
export const deleteOfSession = query<[{ session_hash: Buffer }]>(
  'DELETE FROM push_subscriptions WHERE session_hash = :session_hash',
);
