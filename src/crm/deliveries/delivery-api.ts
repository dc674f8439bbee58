import type { Delivery, Line, LineState } from '~/shared/deliveries/delivery';
import type { ChangeWebhook, CreateWebhook } from '~/shared/webhooks/schema';
import type { Webhook } from '~/shared/webhooks/webhook';
import { callApi, del, patch, post } from '../api-client';

/** The destinations, and how they and the other kinds of messages are. */
export type Destinations = { webhooks: Webhook[]; lines: LineState[] };

export const fetchDestinations = async (): Promise<Destinations> => ({
  ...(await callApi<Pick<Destinations, 'webhooks'>>('/api/webhooks')),
  ...(await callApi<Pick<Destinations, 'lines'>>('/api/deliveries')),
});

/** Only this answer contains the secret. */
export const createWebhook = (body: CreateWebhook) => post<{ webhook: Webhook; secret: string }>('/api/webhooks', body);

export const changeWebhook = async (id: number, body: ChangeWebhook) =>
  (await patch<{ webhook: Webhook }>(`/api/webhooks/${id}`, body)).webhook;

export const removeWebhook = (id: number) => del(`/api/webhooks/${id}`);

/** Returns the new secret, which cannot be read again. */
export const rotateSecret = async (id: number) => (await post<{ secret: string }>(`/api/webhooks/${id}/rotate`)).secret;

/** Tries what a line has not delivered; returns how many. */
export const retryLine = async ({ kind, webhook_id }: Line) =>
  (await post<{ retried: number }>('/api/deliveries/retry', { kind, webhook_id })).retried;

/** Discards what a line has not delivered for good; returns how many. */
export const discardLine = async ({ kind, webhook_id }: Line) =>
  (await post<{ discarded: number }>('/api/deliveries/discard', { kind, webhook_id })).discarded;

const POLL_MS = 600;
const TIMEOUT_MS = 20_000;

/** Sends a test message, and waits at most twenty seconds for its attempt. Returns the message as it is then. */
export async function testWebhook(id: number): Promise<Delivery> {
  const sent = await post<{ delivery: Delivery }>(`/api/webhooks/${id}/test`);
  const givesUpAt = performance.now() + TIMEOUT_MS;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const { delivery } = await callApi<{ delivery: Delivery }>(`/api/deliveries/${sent.delivery.id}`);
    if (delivery.state !== 'pending' || delivery.attempts > 0 || performance.now() > givesUpAt) return delivery;
  }
}
