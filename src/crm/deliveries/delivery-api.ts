import type { Delivery, DeliveryPage } from '~/shared/deliveries/delivery';
import type { DeliveryFilters } from '~/shared/deliveries/schema';
import { callApi, pageParams } from '../api-client';

/** The active filters as URL parameters. */
export function toParams({ state, kind, destination }: DeliveryFilters): URLSearchParams {
  return new URLSearchParams({
    ...(state && { state }),
    ...(kind && { kind }),
    ...(destination && { destination: String(destination) }),
  });
}

/** The page following `after`, or the first one. */
export function fetchDeliveries(
  filters: DeliveryFilters,
  after: DeliveryPage | null,
  signal: AbortSignal,
): Promise<DeliveryPage> {
  return callApi(`/api/deliveries${pageParams(after, toParams(filters))}`, { signal });
}

export async function fetchDelivery(id: number): Promise<Delivery> {
  const { delivery } = await callApi<{ delivery: Delivery }>(`/api/deliveries/${id}`);
  return delivery;
}

export async function resendDelivery(id: number): Promise<Delivery> {
  const { delivery } = await callApi<{ delivery: Delivery }>(`/api/deliveries/${id}/resend`, {
    method: 'POST',
  });
  return delivery;
}

/** Resends every failed message; returns how many. */
export async function resendFailed(): Promise<number> {
  return (await post<{ resent: number }>('resend-failed')).resent;
}

/** Retries every pending message now; returns how many. */
export async function retryPending(): Promise<number> {
  return (await post<{ retried: number }>('retry-pending')).retried;
}

/** Removes every failed message for good; returns how many. */
export async function discardFailed(): Promise<number> {
  return (await post<{ discarded: number }>('discard-failed')).discarded;
}

function post<Answer>(what: string): Promise<Answer> {
  return callApi<Answer>(`/api/deliveries/${what}`, { method: 'POST', body: {} });
}

/** Removes a failed message for good. */
export function discardDelivery(id: number): Promise<void> {
  return callApi(`/api/deliveries/${id}`, { method: 'DELETE' });
}

export async function sendTest(): Promise<Delivery> {
  const { delivery } = await callApi<{ delivery: Delivery }>('/api/deliveries/test', { method: 'POST' });
  return delivery;
}

const LOOK_AGAIN_MS = 600;
const PATIENCE_MS = 20_000;

/** Waits at most twenty seconds for the message's next attempt. Returns the message as it is then. */
export async function waitForTry(delivery: Delivery): Promise<Delivery> {
  const givesUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    const now = await fetchDelivery(delivery.id);
    if (now.state !== 'pending' || now.attempts > delivery.attempts || performance.now() > givesUpAt)
      return now;
  }
}
