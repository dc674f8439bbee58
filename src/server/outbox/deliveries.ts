import type { LastMail } from '~/shared/companies/company';
import type { Delivery } from '~/shared/deliveries/delivery';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { webhookStrings } from '~/shared/strings/webhooks';
import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { TEST_EVENT } from './delivery';
import { enqueue, findInOutbox, newMessageId, retryNow, wakeWorkers } from './enqueue';
import { DELIVERY, reopen } from './lines';

const selectDelivery = query<[{ id: number }], Delivery>(`${DELIVERY} WHERE deliveries.id = :id`);

/** @throws {AppError} `not_found`. */
export function findDelivery(id: number): Delivery {
  return requireFound(selectDelivery().get({ id }));
}

/** The last mail or access-link order to a person, by id or email. */
const selectLastMail = query<[{ person: string }], LastMail>(
  `SELECT id, event, state, ended_in, created_at FROM deliveries
   WHERE coalesce(payload ->> '$.user_id', payload ->> '$.email') = :person AND kind IN ('mail', 'provisioning')
   ORDER BY id DESC LIMIT 1`,
);

/** The last mail to somebody, with its state, or null. */
export function findLastMail({ id, email }: { id: string; email: string }): LastMail | null {
  const found = [id, email].flatMap((person) => selectLastMail().get({ person }) ?? []);
  return found.sort((a, b) => b.id - a.id)[0] ?? null;
}

/**
 * Resends a finished message, with all its attempts, or tries a pending one now.
 * @throws {AppError} `not_found`; `conflict` if its destination was removed, or it is a finished WhatsApp message.
 */
export async function resendDelivery(id: number, actor: Actor): Promise<Delivery> {
  const delivery = await inSharedTransaction(() => {
    const before = findDelivery(id);
    const { kind, state, event } = before;
    if (state === 'pending') retryNow(id);
    // What became of the first one shows in the conversation, where a new one can be written.
    else if (kind === 'whatsapp') throw new AppError('conflict', { message: deliveryStrings.errors.whatsappTwice });
    else if (!reopen(before)) throw new AppError('conflict', { message: webhookStrings.errors.removed });
    // Nothing of its contents.
    recordAudit({ type: 'delivery_resent', actor, to: `${event} #${id}` });
    return findDelivery(id);
  });
  wakeWorkers({ overridePause: true });
  return delivery;
}

/**
 * Enqueues a test message to a destination, in the caller's transaction: a new lead's fields with made-up content,
 * `prueba` as source and an id nobody has. `first`: ahead of everything that waits.
 */
export function enqueueTest(webhookId: number, first = false): Delivery {
  const messageId = newMessageId();
  const timestamp = new Date().toISOString();
  const { testLead } = deliveryStrings;
  const source = 'prueba';
  const data = { id: 0, ...testLead, estado: 'nuevo', source, created_at: timestamp };
  const payload = { type: TEST_EVENT, id: messageId, timestamp, data, ...testLead, source };
  enqueue({ kind: 'webhook', messageId, webhookId, event: TEST_EVENT, first, payload });
  wakeWorkers({ overridePause: true });
  return findDelivery(requireFound(findInOutbox(messageId)).id);
}
