import type { DeliveryKind } from '~/shared/deliveries/delivery';
import { selectBacklog, selectParked } from './backlog-queries';

/** What one kind of delivery still has to do; `parked` ones wait for a person. */
export type Backlog = { waiting: number; oldestSeconds: number; parked: number };

/** How much waits in the outbox, and since when. */
export function measureBacklog(kind: DeliveryKind, now = Date.now()): Backlog {
  const { waiting = 0, oldest = null } = selectBacklog().get({ kind }) ?? {};
  const oldestSeconds = oldest ? Math.max(0, (now - Date.parse(oldest)) / 1000) : 0;
  return { waiting, oldestSeconds, parked: selectParked().get({ kind })?.parked ?? 0 };
}
