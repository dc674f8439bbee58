import type { MailTopic, Trouble } from '~/shared/notices/settings';
import { enqueue } from '../outbox/enqueue';
import { selectDevices } from './push/push-queries';
import type { Recipient } from './recipients';
import { readTeamNotices } from './settings/settings';

/** The first leads, in order, and the total. Without personal data, which is read when the notice is sent. */
export type NamedLeads = { leads: number[]; total: number };

/** What people are notified of. */
export type Notice =
  | ({ kind: 'new_leads' } & NamedLeads)
  /** They wrote, and wait for an answer. */
  | ({ kind: 'awaiting_reply' } & NamedLeads)
  /** Untouched enquiries: a reminder to everybody on duty, then an escalation to administrators. Steps are stored. */
  | ({ kind: 'untouched'; step: 'insist' | 'alarm' } & NamedLeads)
  /** Next contacts whose hour has come. */
  | ({ kind: 'reminders' } & NamedLeads)
  /** `by`: who won them. */
  | ({ kind: 'lead_won'; by: string } & NamedLeads)
  /** In the reader's zone; enquiries count as new from the day `from` on. */
  | { kind: 'digest'; day: string; from: string }
  /** The week before this Monday, in the reader's zone. */
  | { kind: 'numbers'; monday: string }
  /** `about`: which one, if there may be several. */
  | { kind: 'trouble'; trouble: Trouble; isOver: boolean; about?: string }
  /** A program has read unusually many leads today; `token` is its name. */
  | { kind: 'heavy_reading'; token: string }
  /** Half of the template messages that a day may have were sent. */
  | { kind: 'template_spending'; sent: number; ceiling: number };

/** Notices that name leads. */
export type LeadNotice = Extract<Notice, NamedLeads>;

type Wish = (person: Recipient) => boolean;
const each: Wish = ({ email }) => email === 'each';
const any: Wish = ({ email }) => email !== 'none';
const troubles: Wish = ({ troubles }) => troubles === 1;

/**
 * What one unsubscribe stops together, and who wants which by mail. Whoever wants none about leads still gets what
 * administrators must know, until they stop that, too.
 */
export const MAILED: Record<Notice['kind'], { topic: MailTopic; wanted: Wish }> = {
  new_leads: { topic: 'leads', wanted: each },
  awaiting_reply: { topic: 'leads', wanted: each },
  reminders: { topic: 'leads', wanted: each },
  untouched: { topic: 'leads', wanted: any },
  lead_won: { topic: 'leads', wanted: any },
  digest: { topic: 'leads', wanted: ({ email }) => email === 'digest' },
  numbers: { topic: 'numbers', wanted: ({ weekly }) => weekly === 1 },
  trouble: { topic: 'troubles', wanted: troubles },
  heavy_reading: { topic: 'troubles', wanted: troubles },
  template_spending: { topic: 'troubles', wanted: troubles },
};

/** A mail in the outbox. Names and addresses are read when it is sent. */
export type MailOrder = Notice & { user_id: string };

/** A message to one device in the outbox. It expires at `until`. */
export type PushOrder = LeadNotice & { user_id: string; subscription_id: number; until: string };

/** How many leads a message names; the rest are only counted. */
export const MAX_LEADS_NAMED = 20;
/** Counting stops here. */
export const MAX_COUNTED = 100_000;

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
