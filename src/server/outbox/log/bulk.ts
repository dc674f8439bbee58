import { type Actor, recordAudit } from '~/server/audit/audit';
import { inSharedTransaction } from '~/server/database/group-commit';
import { removeInSlices, workInSlices } from '~/server/database/slices';
import { log } from '~/server/log';
import { DAYS_KEPT, DELIVERY_KINDS, type DeliveryKind, type DeliveryState } from '~/shared/deliveries/delivery';
import { MAX_RESENT } from '~/shared/webhooks/limits';
import type { Resent } from '~/shared/webhooks/webhook';
import { TEST_EVENT } from '../delivery';
import { releaseNext } from '../delivery-queries';
import { wakeWorkers } from '../wake';
import { reopen } from './delivery-log';
import {
  deleteFailed,
  deleteFinishedBefore,
  deleteUnsent,
  deleteWaitingBefore,
  type InLine,
  selectInState,
  selectLastDeliveryId,
  selectOfDestination,
  selectPassed,
  startOver,
} from './delivery-log-queries';

const ROWS_PER_STEP = 5;
const ROWS_PER_READ = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Resends every failed message, or those of one kind, oldest first; returns how many. Those of WhatsApp are written
 * anew by whoever still wants them sent. Like the functions below it works in slices, to delay nobody.
 */
export async function resendFailed(kind: DeliveryKind | undefined, actor: Actor): Promise<number> {
  const kinds = kind ? [kind] : DELIVERY_KINDS;
  const resendable = kinds.filter((one) => one !== 'whatsapp');
  const count = await forEachInState('failed', resendable, (delivery) => {
    reopen(delivery);
    wakeWorkers({ overridePause: true });
  });
  await recordCount('deliveries_resent', count, actor);
  return count;
}

/**
 * Retries every pending message now, or those of one kind. Each gets all its attempts again, so retrying while the
 * receiver is still down uses up none. Returns how many.
 */
export function retryPending(kind?: DeliveryKind): Promise<number> {
  return forEachInState('pending', kind ? [kind] : DELIVERY_KINDS, ({ id }) => {
    startOver().run({ id, now: new Date().toISOString() });
    wakeWorkers({ overridePause: true });
  });
}

/** Likewise for one destination; null is the settings' one. */
async function retryDestination(webhookId: number | null): Promise<number> {
  const select = (range: Range) => selectOfDestination().all({ webhook_id: webhookId, state: 'pending', ...range });
  return forEachFound(select, ({ id }) => {
    startOver().run({ id, now: new Date().toISOString() });
    wakeWorkers({ overridePause: true });
  });
}

/** Likewise for a kind, or for one destination of webhooks, in the background; a failure is logged. */
export function retryInBackground(kind: DeliveryKind, webhookId?: number | null): void {
  const retried = webhookId === undefined ? retryPending(kind) : retryDestination(webhookId);
  retried.catch((error) => log.error({ event: 'outbox_failed', kind, err: error }));
}

/**
 * Resends to a destination (null: the settings' one) everything sent or failed from this moment on, in order and under
 * the same ids; up to MAX_RESENT messages, with the id to continue from if there are more. What finished since the
 * call began is left alone, so pressing twice sends once.
 */
export async function resendFrom(webhookId: number | null, from: string, first = 0): Promise<Resent> {
  const until = selectLastDeliveryId().get()?.id ?? 0;
  const began = new Date().toISOString();
  let after = first - 1;
  let resent = 0;
  let next: number | null = null;
  await workInSlices(() => {
    const found = selectPassed().all({ webhook_id: webhookId, after, until, limit: ROWS_PER_READ });
    for (const delivery of found) {
      after = delivery.id;
      const { event, state, created_at, finished_at } = delivery;
      const isWanted = state !== 'pending' && event !== TEST_EVENT && created_at >= from;
      if (!isWanted || (finished_at ?? began) >= began) continue;
      if (resent === MAX_RESENT) {
        next = delivery.id;
        return 0;
      }
      reopen(delivery);
      resent++;
    }
    wakeWorkers({ overridePause: true });
    return found.length;
  });
  return { resent, next };
}

/** Removes a destination's waiting and failed messages; returns how many. */
export async function discardUnsent(webhookId: number): Promise<number> {
  let removed = 0;
  for (const state of ['failed', 'pending'] as const) {
    removed += await removeInSlices(deleteUnsent, { webhook_id: webhookId, state });
  }
  return removed;
}

/** Removes what has waited for a destination since before this moment; what waited behind it moves up. */
export function discardWaiting(webhookId: number, before: string): Promise<number> {
  return workInSlices(() => {
    const removed = deleteWaitingBefore().all({ webhook_id: webhookId, before, limit: ROWS_PER_STEP });
    for (const { lead_id } of removed)
      if (lead_id !== null) releaseNext().run({ kind: 'webhook', webhook_id: webhookId, lead_id });
    return removed.length;
  });
}

/** Removes every failed message for good, or those of one kind; returns how many. */
export async function discardFailed(kind: DeliveryKind | undefined, actor: Actor): Promise<number> {
  const count = await forEachInState('failed', kind ? [kind] : DELIVERY_KINDS, ({ id }) => deleteFailed().run({ id }));
  await recordCount('deliveries_discarded', count, actor);
  return count;
}

function recordCount(type: 'deliveries_resent' | 'deliveries_discarded', count: number, actor: Actor) {
  return inSharedTransaction(() => recordAudit({ type, actor, to: String(count) }));
}

/** Removes sent and failed messages past their retention; returns how many. */
export async function removeOldDeliveries(): Promise<number> {
  let removed = 0;
  for (const state of ['sent', 'failed'] as const) {
    const before = new Date(Date.now() - DAYS_KEPT[state] * DAY_MS).toISOString();
    removed += await removeInSlices(deleteFinishedBefore, { state, before });
  }
  return removed;
}

async function forEachInState(
  state: DeliveryState,
  kinds: readonly DeliveryKind[],
  change: (delivery: InLine) => void,
): Promise<number> {
  let count = 0;
  for (const kind of kinds)
    count += await forEachFound((range) => selectInState().all({ kind, state, ...range }), change);
  return count;
}

type Range = { after: number; until: number; limit: number };

/** Messages that come to be found meanwhile count only if the walk has not passed their id. */
function forEachFound<Row extends { id: number }>(
  select: (range: Range) => Row[],
  change: (row: Row) => void,
): Promise<number> {
  const until = selectLastDeliveryId().get()?.id ?? 0;
  let after = 0;
  return workInSlices(() => {
    const found = select({ after, until, limit: ROWS_PER_STEP });
    for (const row of found) change(row);
    after = found.at(-1)?.id ?? until;
    return found.length;
  });
}
