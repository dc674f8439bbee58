import { mailChannel } from './mails/mail-channel';
import type { Channel, Notice, Recipient } from './notice';
import { pushChannel } from './push/push-channel';

export const CHANNELS: readonly Channel[] = [pushChannel, mailChannel];

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
