import { type DeliveryKind, MOST_COUNTED } from '~/shared/deliveries/delivery';
import {
  countInState,
  countWaitingFor,
  selectFirstWaiting,
  selectFirstWaitingWebhook,
} from './backlog-queries';

/** Counting this many takes about 5 ms; a higher number would tell the reader no more. */
const COUNTED_FOR_METRICS = 100_000;

/** Pending messages of a kind; counts up to 100,000. */
export function countWaiting(kind: DeliveryKind): number {
  return countInState().get({ kind, state: 'pending', most: COUNTED_FOR_METRICS })?.count ?? 0;
}

/** Failed messages of a kind that need a person; counts up to 100,000. */
export function countParked(kind: DeliveryKind): number {
  return countInState().get({ kind, state: 'failed', most: COUNTED_FOR_METRICS })?.count ?? 0;
}

/** Messages waiting for a destination (null: the settings' one); counts up to MOST_COUNTED. */
export function countWaitingTo(webhookId: number | null): number {
  return countWaitingFor().get({ webhook_id: webhookId, most: MOST_COUNTED })?.count ?? 0;
}

/** Seconds the oldest message of a kind has waited; 0 if none. Paused by hand does not count. */
export function oldestWaitSeconds(kind: DeliveryKind, now = Date.now()): number {
  const since =
    kind === 'webhook'
      ? selectFirstWaitingWebhook().get()?.since
      : selectFirstWaiting().get({ kind })?.created_at;
  return since ? Math.max(0, (now - Date.parse(since)) / 1000) : 0;
}
