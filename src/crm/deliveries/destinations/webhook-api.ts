import type { Delivery } from '~/shared/deliveries/delivery';
import type { ChangeWebhook, CreateWebhook, ResendFrom } from '~/shared/webhooks/schema';
import type { Resent, SettingsWebhook, Webhook } from '~/shared/webhooks/webhook';
import { callApi } from '../../api-client';

export async function fetchWebhooks(): Promise<(SettingsWebhook | Webhook)[]> {
  return (await callApi<{ webhooks: (SettingsWebhook | Webhook)[] }>('/api/webhooks')).webhooks;
}

/** Only this answer contains the secret. */
export function createWebhook(body: CreateWebhook): Promise<{ webhook: Webhook; secret: string }> {
  return callApi('/api/webhooks', { method: 'POST', body });
}

export async function changeWebhook(id: number, body: ChangeWebhook): Promise<Webhook> {
  return (await callApi<{ webhook: Webhook }>(`/api/webhooks/${id}`, { method: 'PATCH', body })).webhook;
}

export function removeWebhook(id: number): Promise<void> {
  return callApi(`/api/webhooks/${id}`, { method: 'DELETE' });
}

/** Returns the new secret, which cannot be read again. */
export async function rotateSecret(id: number): Promise<string> {
  return (await callApi<{ secret: string }>(`/api/webhooks/${id}/rotate`, { method: 'POST' })).secret;
}

export async function testWebhook(id: number): Promise<Delivery> {
  const path = `/api/webhooks/${id}/test`;
  return (await callApi<{ delivery: Delivery }>(path, { method: 'POST' })).delivery;
}

/** `id`: null is the webhook of the settings. */
export function resendFrom(id: number | null, body: ResendFrom): Promise<Resent> {
  return callApi(`/api/webhooks/${id ?? 'ajustes'}/resend`, { method: 'POST', body });
}
