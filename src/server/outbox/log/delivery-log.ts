import { AppError, requireFound } from '~/server/app-error';
import { type Actor, recordAudit } from '~/server/audit/audit';
import { inSharedTransaction } from '~/server/database/group-commit';
import { ROWS_TO_READ, toPage } from '~/server/database/paging';
import { getSettings } from '~/server/env';
import type { LastMail } from '~/shared/companies/company';
import {
  type Delivery,
  type DeliveryKind,
  type DeliveryPage,
  type DeliverySummary,
  MAX_COUNTED,
} from '~/shared/deliveries/delivery';
import type { DeliveryFilters } from '~/shared/deliveries/schema';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { webhookStrings } from '~/shared/strings/webhooks';
import { TEST_EVENT } from '../delivery';
import { enqueue, newMessageId } from '../enqueue';
import { wakeWorkers } from '../wake';
import {
  blockLater,
  bringForward,
  countInState,
  countWaitingFor,
  deleteFailed,
  type InLine,
  reopenDelivery,
  selectCounts,
  selectDeliveries,
  selectDelivery,
  selectFirstWaiting,
  selectFirstWaitingWebhook,
  selectLastDeliveryId,
  selectLastMail,
  selectSummary,
} from './delivery-log-queries';

/** Fifty messages that match the filters, newest first; those before the message `before`, if given. */
export function listDeliveries(filters: DeliveryFilters, before?: number): DeliveryPage {
  const found = selectDeliveries(filters, before ?? Number.MAX_SAFE_INTEGER, ROWS_TO_READ);
  const { rows, next_cursor } = toPage(found, ({ id }) => id);
  return {
    deliveries: rows,
    next_cursor,
    counts: selectCounts().get({ most: MAX_COUNTED }) ?? { pending: 0, failed: 0 },
  };
}

/** @throws {AppError} `not_found`. */
export function findDelivery(id: number): Delivery {
  return requireFound(selectDelivery().get({ id }));
}

/** A message as the log lists it, or null. */
export function findDeliverySummary(id: number): DeliverySummary | null {
  return selectSummary().get({ id }) ?? null;
}

/** The last mail to somebody, with its state, or null. */
export function findLastMail({ id, email }: { id: string; email: string }): LastMail | null {
  const found = [id, email].flatMap((person) => selectLastMail().get({ person }) ?? []);
  return found.sort((a, b) => b.id - a.id)[0] ?? null;
}

/** Resends a finished message, with all its attempts, or tries a pending one now. Throws AppError `not_found`. */
export async function resendDelivery(id: number, actor: Actor): Promise<Delivery> {
  const delivery = await inSharedTransaction(() => {
    const resent = resend(id);
    recordAudit({ type: 'delivery_resent', actor, to: nameDelivery(resent) });
    return resent;
  });
  wakeWorkers({ overridePause: true });
  return delivery;
}

/** Removes a failed message for good. Throws AppError `not_found`, or `conflict` if it is pending or was sent. */
export function discardDelivery(id: number, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const delivery = findDelivery(id);
    if (delivery.state !== 'failed') throw new AppError('conflict', { message: deliveryStrings.errors.notFailed });
    deleteFailed().run({ id });
    recordAudit({ type: 'delivery_discarded', actor, to: nameDelivery(delivery) });
  });
}

/** A message's name in the audit: nothing of its contents. */
function nameDelivery({ id, event }: Delivery): string {
  return `${event} #${id}`;
}

function resend(id: number): Delivery {
  const before = findDelivery(id);
  // No worker sends to a removed destination.
  if (before.webhook_id !== null && before.destination === null)
    throw new AppError('conflict', { message: webhookStrings.errors.removed });
  // What became of the first one shows in the conversation, where a new one can be written.
  if (before.kind === 'whatsapp' && before.state !== 'pending')
    throw new AppError('conflict', { message: deliveryStrings.errors.whatsappTwice });
  if (before.state === 'pending') bringForward().run({ id, now: new Date().toISOString() });
  else reopen(before);
  return findDelivery(id);
}

/** Reopens a finished message, in the caller's transaction; later ones about the same lead wait for it. */
export function reopen({ id, kind, webhook_id, lead_id }: InLine): void {
  reopenDelivery().run({ id, now: new Date().toISOString() });
  if (lead_id !== null) blockLater().run({ id, kind, webhook_id, lead_id });
}

/** Sends the settings' workflow a test message (`enqueueTest`). Throws AppError `conflict` if there is none. */
export async function sendTestWebhook(): Promise<Delivery> {
  if (!getSettings().LEAD_WEBHOOK_URL) throw new AppError('conflict', { message: deliveryStrings.errors.noWebhook });
  return inSharedTransaction(() => enqueueTest(null));
}

/**
 * Enqueues a test message to a destination (null: the settings' one), in the caller's transaction: a new lead's fields
 * with made-up content, `prueba` as source and an id nobody has. `first`: ahead of everything that waits.
 */
export function enqueueTest(webhookId: number | null, first = false): Delivery {
  const messageId = newMessageId();
  const timestamp = new Date().toISOString();
  const { testLead } = deliveryStrings;
  const source = 'prueba';
  const data = { id: 0, ...testLead, estado: 'nuevo', source, created_at: timestamp };
  const payload = { type: TEST_EVENT, id: messageId, timestamp, data, ...testLead, source };
  enqueue({ kind: 'webhook', messageId, webhookId, event: TEST_EVENT, first, payload });
  wakeWorkers({ overridePause: true });
  const inserted = selectLastDeliveryId().get()?.id;
  if (!inserted) throw new Error(`message ${messageId} was not inserted`);
  return findDelivery(inserted);
}

/** The host that receives webhooks, for administrators. Without the path: n8n's path is a secret. */
export function webhookHost(): string | null {
  const { LEAD_WEBHOOK_URL } = getSettings();
  return LEAD_WEBHOOK_URL ? new URL(LEAD_WEBHOOK_URL).host : null;
}

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

/** Messages waiting for a destination (null: the settings' one); counts up to MAX_COUNTED. */
export function countWaitingTo(webhookId: number | null): number {
  return countWaitingFor().get({ webhook_id: webhookId, most: MAX_COUNTED })?.count ?? 0;
}

/** Seconds the oldest message of a kind has waited; 0 if none. Paused by hand does not count. */
export function oldestWaitSeconds(kind: DeliveryKind, now = Date.now()): number {
  const since =
    kind === 'webhook' ? selectFirstWaitingWebhook().get()?.since : selectFirstWaiting().get({ kind })?.created_at;
  return since ? Math.max(0, (now - Date.parse(since)) / 1000) : 0;
}
