import { query } from '~/server/database/connection';

/** What a push service needs to reach a device (RFC 8030, RFC 8291). */
export type Subscription = { endpoint: string; p256dh: string; auth: string };

type Device = { id: number; user_agent: string | null; created_at: string; rests_since: string | null };

export const selectDevices = query<[{ user_id: string }], Device>(
  'SELECT id, user_agent, created_at, rests_since FROM push_subscriptions WHERE user_id = :user_id ORDER BY id',
);
