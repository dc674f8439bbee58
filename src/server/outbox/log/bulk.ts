import { removeInSlices, workInSlices } from '~/server/database/slices';
import {
  DAYS_KEPT,
  DELIVERY_KINDS,
  type DeliveryKind,
  type DeliveryState,
} from '~/shared/deliveries/delivery';
import { wakeWorkers } from '../wake';
import { deleteFailed, deleteFinishedBefore, selectInState, startOver } from './bulk-queries';
import { reopen } from './delivery-log';
import { selectLastDeliveryId } from './delivery-log-queries';

const AT_ONCE = 5;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Sends every failed message again, or those of one kind, oldest first. Returns how many. Like the functions below it
 * works in slices, so that it delays nobody.
 */
export function resendFailed(kind?: DeliveryKind): Promise<number> {
  return forEachInState('failed', kind, (delivery) => {
    reopen(delivery);
    wakeWorkers({ insist: true });
  });
}

/**
 * Tries every pending message now, or those of one kind. Each gets all its tries again, so that trying while the
 * receiver is still down uses up none. Returns how many.
 */
export function retryPending(kind?: DeliveryKind): Promise<number> {
  return forEachInState('pending', kind, ({ id }) => {
    startOver().run({ id, now: new Date().toISOString() });
    wakeWorkers({ insist: true });
  });
}

/** Removes every failed message for good, or those of one kind. Returns how many. */
export function discardFailed(kind?: DeliveryKind): Promise<number> {
  return forEachInState('failed', kind, ({ id }) => deleteFailed().run({ id }));
}

/** Removes sent and failed messages after the time that they are kept; returns how many. */
export async function removeOldDeliveries(now = Date.now()): Promise<number> {
  let removed = 0;
  for (const state of ['sent', 'failed'] as const) {
    const before = new Date(now - DAYS_KEPT[state] * DAY_MS).toISOString();
    removed += await removeInSlices(deleteFinishedBefore, { state, before });
  }
  return removed;
}

/** Messages that enter the state meanwhile are included only if their id has not been passed yet. */
async function forEachInState(
  state: DeliveryState,
  onlyKind: DeliveryKind | undefined,
  change: (delivery: Parameters<typeof reopen>[0]) => void,
): Promise<number> {
  const until = selectLastDeliveryId().get()?.id ?? 0;
  let count = 0;
  for (const kind of onlyKind ? [onlyKind] : DELIVERY_KINDS) {
    let after = 0;
    count += await workInSlices(() => {
      const found = selectInState().all({ kind, state, after, until, limit: AT_ONCE });
      for (const delivery of found) change(delivery);
      after = found.at(-1)?.id ?? until;
      return found.length;
    });
  }
  return count;
}
