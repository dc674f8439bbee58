import {
  type Delivery,
  type DeliveryKind,
  type DeliveryPage,
  type LastMail,
  MOST_COUNTED,
} from '~/shared/deliveries/delivery';
import type { DeliveryFilters } from '~/shared/deliveries/schema';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { AppError } from '../app-error';
import { inTransaction } from '../db';
import { getSettings } from '../env';
import { removeInSlices, workInSlices } from '../slices';
import {
  bringForward,
  deleteFinishedBefore,
  holdLaterBack,
  reopenDelivery,
  selectCounts,
  selectDeliveries,
  selectDelivery,
  selectFailed,
  selectFailedOfKind,
  selectLastDeliveryId,
  selectLastMail,
} from './delivery-log-queries';
import { enqueue } from './enqueue';
import { wakeWorkers } from './wake';

const PAGE_SIZE = 50;
const AT_ONCE = 5;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Fifty messages that match the filters, newest first, older than the message `before` if given. */
export function listDeliveries(filters: DeliveryFilters, before?: number): DeliveryPage {
  const found = selectDeliveries(filters, before ?? Number.MAX_SAFE_INTEGER, PAGE_SIZE + 1);
  const deliveries = found.slice(0, PAGE_SIZE);
  return {
    deliveries,
    next_cursor: found.length > PAGE_SIZE ? (deliveries.at(-1)?.id ?? null) : null,
    counts: selectCounts().get({ most: MOST_COUNTED }) ?? { pending: 0, failed: 0 },
  };
}

/** @throws {AppError} `not_found`. */
export function findDelivery(id: number): Delivery {
  const delivery = selectDelivery().get({ id });
  if (!delivery) throw new AppError('not_found');
  return delivery;
}

/** The last mail to somebody with its state, or null. */
export function findLastMail({ id, email }: { id: string; email: string }): LastMail | null {
  const found = [id, email].flatMap((person) => selectLastMail().get({ person }) ?? []);
  return found.sort((a, b) => b.id - a.id)[0] ?? null;
}

/**
 * Sends a message again under the same id, with all its tries if it was finished; one that still waits for its next
 * try gets it now. Throws AppError `not_found`.
 */
export function resendDelivery(id: number): Delivery {
  const delivery = inTransaction(() => resend(id));
  wakeWorkers({ insist: true });
  return delivery;
}

/**
 * Sends every failed message again, or those of one kind, in the order in which they came. Returns how many there
 * were. Nobody else waits for a large backlog.
 */
export function resendFailed(kind?: DeliveryKind): Promise<number> {
  const until = selectLastDeliveryId().get()?.id ?? 0;
  let after = 0;
  return workInSlices(() => {
    const range = { after, until, limit: AT_ONCE };
    const failed = kind ? selectFailedOfKind().all({ ...range, kind }) : selectFailed().all(range);
    for (const delivery of failed) reopen(delivery);
    after = failed.at(-1)?.id ?? until;
    wakeWorkers({ insist: true });
    return failed.length;
  });
}

function resend(id: number): Delivery {
  const before = findDelivery(id);
  if (before.state === 'pending') bringForward().run({ id, now: new Date().toISOString() });
  else reopen(before);
  return findDelivery(id);
}

function reopen({ id, kind, lead_id }: Pick<Delivery, 'id' | 'kind' | 'lead_id'>): void {
  reopenDelivery().run({ id, now: new Date().toISOString() });
  if (lead_id !== null) holdLaterBack().run({ id, kind, lead_id });
}

/**
 * Sends the workflow a message with the fields of a new lead and made-up content, whose source is `prueba`.
 * @throws {AppError} `conflict` where no workflow is set up.
 */
export function sendTestWebhook(): Delivery {
  if (!getSettings().LEAD_WEBHOOK_URL) {
    throw new AppError('conflict', { message: deliveryStrings.errors.noWebhook });
  }
  return inTransaction(() => {
    const messageId = enqueue({
      kind: 'webhook',
      event: 'test',
      payload: { ...deliveryStrings.testLead, timestamp: new Date().toISOString(), source: 'prueba' },
    });
    wakeWorkers({ insist: true });
    const inserted = selectLastDeliveryId().get()?.id;
    if (!inserted) throw new Error(`message ${messageId} was not inserted`);
    return findDelivery(inserted);
  });
}

/** Where webhooks go, as administrators may read it: the host, without the path, which n8n treats as a secret. */
export function webhookHost(): string | null {
  const { LEAD_WEBHOOK_URL } = getSettings();
  return LEAD_WEBHOOK_URL ? new URL(LEAD_WEBHOOK_URL).host : null;
}

/** Removes what was finished more than 30 days ago; returns how many. */
export function removeOldDeliveries(now = Date.now()): Promise<number> {
  const before = new Date(now - KEPT_MS).toISOString();
  return removeInSlices(deleteFinishedBefore, { before });
}
