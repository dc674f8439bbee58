import { mailChannel } from './mails/mail-channel';
import type { Notice, Person } from './notice';
import { pushChannel } from './push/push-channel';

/** A way to reach people; add more to CHANNELS. */
export type Channel = {
  name: 'mail' | 'push';
  /** Whether this person wants such notices here. */
  wants: (person: Person, kind: Notice['kind']) => boolean;
  /** Puts a message into the outbox, in the caller's transaction. */
  enqueue: (person: Person, notice: Notice) => void;
  /** Throttle for new enquiries: the pause after each message, and a longer one beyond so many per hour. */
  pace: { pauseMs: number; mostInHour: number; longPauseMs: number };
};

export const CHANNELS: readonly Channel[] = [pushChannel, mailChannel];

/**
 * Notifies people on every channel they want, in the caller's transaction. Returns the ids of those reached by at least
 * one.
 */
export function tell(people: readonly Person[], notice: Notice): string[] {
  return people
    .filter((person) => {
      const channels = CHANNELS.filter(({ wants }) => wants(person, notice.kind));
      for (const channel of channels) channel.enqueue(person, notice);
      return channels.length > 0;
    })
    .map(({ id }) => id);
}
