import { enqueue } from '../outbox/enqueue';
import { type LeadNotice, MAILED, type MailOrder, type Notice, type PushOrder } from './notice';
import { selectDevices } from './push/push-queries';
import type { Recipient } from './recipients';
import { readTeamNotices } from './settings/settings';

/** A way to reach people. */
export type Channel = {
  name: 'mail' | 'push';
  /** Whether this person wants such notices here. */
  wants: (person: Recipient, kind: Notice['kind']) => boolean;
  /** Puts a message into the outbox, in the caller's transaction. */
  enqueue: (person: Recipient, notice: Notice) => void;
};

const MINUTE_MS = 60_000;
/** Delay of a win's message: by then the plan is entered, and a slip is undone. */
const WIN_DELAY_MS = 15_000;
const WIN_LIFETIME_MS = 24 * 60 * MINUTE_MS;
/** Reminders older than this are dropped. */
const REMINDER_LIFETIME_MS = 60 * MINUTE_MS;

/** Only what names leads is pushed: no digest, which can wait, and no server alerts. One message per device. */
const PUSHED: readonly Notice['kind'][] = ['new_leads', 'awaiting_reply', 'untouched', 'reminders', 'lead_won'];

export const CHANNELS: readonly Channel[] = [
  {
    name: 'push',
    wants: ({ push }, kind) => push === 1 && PUSHED.includes(kind),
    enqueue: ({ id }, notice) => {
      if (!('leads' in notice)) return;
      const until = new Date(Date.now() + lifetimeMs(notice)).toISOString();
      for (const device of selectDevices().all({ user_id: id })) {
        if (device.rests_since !== null) continue;
        const payload: PushOrder = { ...notice, user_id: id, subscription_id: device.id, until };
        enqueue({ kind: 'push', event: `push.${notice.kind}`, payload, delayMs: delayMs(notice) });
      }
    },
  },
  {
    name: 'mail',
    wants: (person, kind) => MAILED[kind].wanted(person),
    enqueue: ({ id }, notice) => {
      const payload: MailOrder = { ...notice, user_id: id };
      enqueue({ kind: 'mail', event: `mail.${notice.kind}`, payload, delayMs: delayMs(notice) });
    },
  },
];

/** Notifies people on every channel they want, in the caller's transaction. Returns the ids of those reached. */
export function notify(people: readonly Recipient[], notice: Notice): string[] {
  return people
    .filter((person) => {
      const channels = CHANNELS.filter(({ wants }) => wants(person, notice.kind));
      for (const channel of channels) channel.enqueue(person, notice);
      return channels.length > 0;
    })
    .map(({ id }) => id);
}

function delayMs({ kind }: Notice): number {
  return kind === 'lead_won' ? WIN_DELAY_MS : 0;
}

/** By then untouched enquiries have been sent again, and to administrators. */
function lifetimeMs({ kind }: LeadNotice): number {
  if (kind === 'lead_won') return WIN_LIFETIME_MS;
  return kind === 'reminders' ? REMINDER_LIFETIME_MS : readTeamNotices().alarm_after * MINUTE_MS;
}
