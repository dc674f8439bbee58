import type { DeliveryKind } from '~/shared/deliveries/delivery';
import { countInState, selectFirstWaiting } from './backlog-queries';

/** Counting this many takes some 5 ms; a higher number would change nothing for the reader. */
const MOST_COUNTED = 100_000;

/** How many messages of a kind are pending; counts up to 100,000. */
export function countWaiting(kind: DeliveryKind): number {
  return countInState().get({ kind, state: 'pending', most: MOST_COUNTED })?.count ?? 0;
}

/** How many messages of a kind have failed and wait for a person; counts up to 100,000. */
export function countParked(kind: DeliveryKind): number {
  return countInState().get({ kind, state: 'failed', most: MOST_COUNTED })?.count ?? 0;
}

/** How many seconds the oldest message of a kind has waited; 0 if none waits. */
export function oldestWaitSeconds(kind: DeliveryKind, now = Date.now()): number {
  const first = selectFirstWaiting().get({ kind });
  return first ? Math.max(0, (now - Date.parse(first.created_at)) / 1000) : 0;
}
