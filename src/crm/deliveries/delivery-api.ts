import type { Delivery, DeliveryPage } from '~/shared/deliveries/delivery';
import type { DeliveryFilters } from '~/shared/deliveries/schema';
import { callApi, del, post } from '../api-client';
import { pageParams } from '../ui/reading/page-params';

type Answer = { delivery: Delivery };

/** The active filters as URL parameters. */
export function toParams({ state, kind, destination }: DeliveryFilters): URLSearchParams {
  return new URLSearchParams({
    ...(state && { state }),
    ...(kind && { kind }),
    ...(destination && { destination: String(destination) }),
  });
}

export const fetchDeliveries = (filters: DeliveryFilters, after: DeliveryPage | null, signal: AbortSignal) =>
  callApi<DeliveryPage>(`/api/deliveries${pageParams(after, toParams(filters))}`, { signal });

export const fetchDelivery = async (id: number) => (await callApi<Answer>(`/api/deliveries/${id}`)).delivery;
export const resendDelivery = async (id: number) => (await post<Answer>(`/api/deliveries/${id}/resend`)).delivery;

/** Resends every failed message; returns how many. */
export const resendFailed = async () => (await post<{ resent: number }>('/api/deliveries/resend-failed', {})).resent;
/** Retries every pending message now; returns how many. */
export const retryPending = async () => (await post<{ retried: number }>('/api/deliveries/retry-pending', {})).retried;
/** Removes every failed message for good; returns how many. */
export const discardFailed = async () =>
  (await post<{ discarded: number }>('/api/deliveries/discard-failed', {})).discarded;

/** Removes a failed message for good. */
export const discardDelivery = (id: number) => del(`/api/deliveries/${id}`);

export const sendTest = async () => (await post<Answer>('/api/deliveries/test')).delivery;

const POLL_MS = 600;
const TIMEOUT_MS = 20_000;

/** Waits at most twenty seconds for the message's next attempt. Returns the message as it is then. */
export async function waitForAttempt(delivery: Delivery): Promise<Delivery> {
  const givesUpAt = performance.now() + TIMEOUT_MS;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const now = await fetchDelivery(delivery.id);
    if (now.state !== 'pending' || now.attempts > delivery.attempts || performance.now() > givesUpAt) return now;
  }
}
