import type { DeliveryKind } from '~/shared/deliveries/delivery';
import { countInState, selectFirstWaiting } from './backlog-queries';

/** Counting these takes some 5 ms; how many more there are changes nothing for anyone who watches. */
const MOST_COUNTED = 100_000;

/** How many messages of a kind are still to be sent; stops counting at 100,000. */
export function countWaiting(kind: DeliveryKind): number {
  return countInState().get({ kind, state: 'pending', most: MOST_COUNTED })?.count ?? 0;
}

/** How many messages of a kind wait for a person; stops counting at 100,000. */
export function countParked(kind: DeliveryKind): number {
  return countInState().get({ kind, state: 'failed', most: MOST_COUNTED })?.count ?? 0;
}

/** For how many seconds the oldest message of a kind has waited; 0 where none does. */
export function oldestWaitSeconds(kind: DeliveryKind, now = Date.now()): number {
  const first = selectFirstWaiting().get({ kind });
  return first ? Math.max(0, (now - Date.parse(first.created_at)) / 1000) : 0;
}
