import { enqueue } from '~/server/outbox/enqueue';
import { type Channel, type LeadNotice, type Notice, WIN_NOTICE_DELAY_MS } from '../notice';
import { readTeamNotices } from '../settings/settings';
import { selectDevices } from './push-queries';

/** A message to one device in the outbox. It expires at `until`. */
export type PushOrder = LeadNotice & { user_id: string; subscription_id: number; until: string };

const MINUTE_MS = 60_000;
/** Reminders older than this are dropped. */
const REMINDER_LIFETIME_MS = 60 * MINUTE_MS;
const WIN_LIFETIME_MS = 24 * 60 * MINUTE_MS;

const PUSHED_KINDS: readonly Notice['kind'][] = ['new_leads', 'awaiting_reply', 'untouched', 'reminders', 'lead_won'];

/** Push messages, one per device. No push for what can wait for the digest, or for server alerts. */
export const pushChannel: Channel = {
  name: 'push',
  wants: ({ push }, kind) => push && PUSHED_KINDS.some((one) => one === kind),
  enqueue: ({ id }, notice) => {
    if (!('leads' in notice)) return;
    const until = new Date(Date.now() + lifetimeMs(notice)).toISOString();
    for (const device of selectDevices().all({ user_id: id })) {
      if (device.rests_since !== null) continue;
      const payload: PushOrder = { ...notice, user_id: id, subscription_id: device.id, until };
      const delayMs = notice.kind === 'lead_won' ? WIN_NOTICE_DELAY_MS : 0;
      enqueue({ kind: 'push', event: `push.${notice.kind}`, payload, delayMs });
    }
  },
};

/** By then untouched enquiries have been sent again, and to administrators. */
function lifetimeMs({ kind }: LeadNotice): number {
  if (kind === 'lead_won') return WIN_LIFETIME_MS;
  return kind === 'reminders' ? REMINDER_LIFETIME_MS : readTeamNotices().alarm_after * MINUTE_MS;
}
