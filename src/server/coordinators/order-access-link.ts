import { z } from 'zod';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { getSettings } from '../env';
import { fetchOperatorUrl } from '../net/fetch';
import type { Attempt, DueDelivery } from '../outbox/delivery';
import { enqueue } from '../outbox/enqueue';
import { describeNetworkFailure } from '../outbox/network-failure';

const TIMEOUT_MS = 10_000;
const payloadSchema = z.object({ email: z.string() });

/**
 * Orders the coordinator's access link, in the caller's transaction: from the external function if one is set up, else
 * as a mail of this CRM. Returns the message's id, to wait for its outcome.
 */
export function orderAccessLink(coordinator: { id: string; email: string }): string {
  if (!getSettings().PROVISIONING_URL) return enqueueMail({ template: 'access_link', user_id: coordinator.id });
  return enqueue({
    kind: 'provisioning',
    event: 'coordinator.access_link',
    payload: { email: coordinator.email },
  });
}

/** Calls the external function for the outbox. Its answer is not stored, as it may contain the link. Never throws. */
export async function requestMagicLink(delivery: DueDelivery, interrupt: AbortSignal): Promise<Attempt> {
  const { PROVISIONING_URL, PROVISIONING_KEY } = getSettings();
  if (!PROVISIONING_URL)
    return { outcome: 'failed', status: null, error: deliveryStrings.errors.noProvisioning, gone: true };
  try {
    const { email } = payloadSchema.parse(JSON.parse(delivery.payload));
    const response = await fetchOperatorUrl(PROVISIONING_URL, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${PROVISIONING_KEY}`,
        'idempotency-key': delivery.message_id,
      },
      body: JSON.stringify({ email }),
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), interrupt]),
    });
    await response.body?.cancel();
    return response.ok
      ? { outcome: 'sent', status: response.status }
      : { outcome: 'failed', status: response.status, error: deliveryStrings.errors.status(response.status) };
  } catch (error) {
    return { outcome: 'failed', status: null, error: describeNetworkFailure(error) };
  }
}
