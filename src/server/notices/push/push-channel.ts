import { enqueue } from '~/server/outbox/enqueue';
import { type Channel, type LeadNotice, type Notice, WON_WAITS_MS } from '../notice';
import { readTeamNotices } from '../settings/settings';
import { selectDevices } from './push-queries';

/** A message to one device in the outbox. It expires at `until`. */
export type PushOrder = LeadNotice & { user_id: string; subscription_id: number; until: string };

const MINUTE_MS = 60_000;
/** Reminders older than this are dropped. */
const REMINDS_MS = 60 * MINUTE_MS;
const TELLS_OF_SALES_MS = 24 * 60 * MINUTE_MS;

const RINGS: readonly Notice['kind'][] = [
  'new_leads',
  'awaiting_reply',
  'untouched',
  'reminders',
  'lead_won',
];

/**
 * Push messages, one per device. Nothing rings for what can wait for the morning's mail, or for trouble with the
 * installation.
 */
export const pushChannel: Channel = {
  name: 'push',
  wants: ({ push }, kind) => push && RINGS.some((one) => one === kind),
  enqueue: ({ id }, notice) => {
    if (!('leads' in notice)) return;
    const until = new Date(Date.now() + worthMs(notice)).toISOString();
    for (const device of selectDevices().all({ user_id: id })) {
      const payload: PushOrder = { ...notice, user_id: id, subscription_id: device.id, until };
      const waitsMs = notice.kind === 'lead_won' ? WON_WAITS_MS : 0;
      enqueue({ kind: 'push', event: `push.${notice.kind}`, payload, waitsMs });
    }
  },
  pace: { pauseMs: 300, mostInHour: 100, longPauseMs: 5 * MINUTE_MS },
};

/** By then untouched enquiries have been sent again, and to administrators. */
function worthMs({ kind }: LeadNotice): number {
  if (kind === 'lead_won') return TELLS_OF_SALES_MS;
  return kind === 'reminders' ? REMINDS_MS : readTeamNotices().alarm_after * MINUTE_MS;
}
