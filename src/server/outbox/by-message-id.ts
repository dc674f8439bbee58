import { selectPayload } from './delivery-queries';
import { bringForward } from './log/delivery-log-queries';
import { wakeWorkers } from './wake';

/** A message in the outbox by the id that its receiver knows; null once its time there is over. */
export function findInOutbox(messageId: string): { id: number; payload: unknown } | null {
  const row = selectPayload().get({ message_id: messageId });
  return row ? { id: row.id, payload: JSON.parse(row.payload) } : null;
}

/** Lets a pending message be looked at again at once, in the caller's transaction. */
export function tryNow(id: number): void {
  bringForward().run({ id, now: new Date().toISOString() });
  wakeWorkers();
}
