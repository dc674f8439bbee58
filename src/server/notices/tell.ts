import { mailChannel } from './mails/mail-channel';
import type { Notice, Person } from './notice';
import { pushChannel } from './push/push-channel';

/** A way to reach people. Further ways are added to CHANNELS. */
export type Channel = {
  name: 'mail' | 'push';
  /** Whether this person is told such things on it. */
  wants: (person: Person, kind: Notice['kind']) => boolean;
  /** Puts a message to them into the outbox, in the caller's transaction. */
  enqueue: (person: Person, notice: Notice) => void;
  /** The pause after a message about new enquiries, and the longer one after so many within an hour. */
  pace: { pauseMs: number; mostInHour: number; longPauseMs: number };
};

export const CHANNELS: readonly Channel[] = [pushChannel, mailChannel];

/**
 * Tells people something, on every channel on which they want it, in the caller's transaction. Returns the ids of those
 * who are told on at least one.
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
