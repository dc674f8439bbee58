import { setTimeout as rest } from 'node:timers/promises';
import { selectOutcome } from './delivery-queries';

const LOOK_EVERY_MS = 50;

/**
 * Whether the first attempt to deliver a message succeeds within `withinMs`. Call it after the transaction that
 * enqueued the message. The outbox retries in any case. Polls the database, as another process may be the sender.
 */
export async function waitForFirstOutcome(messageId: string, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const message = selectOutcome().get({ message_id: messageId });
    if (message?.state === 'sent') return true;
    if (message?.state !== 'pending' || message.attempts > 0 || performance.now() > deadline) return false;
    await rest(LOOK_EVERY_MS);
  }
}
