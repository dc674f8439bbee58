import type { Delivery } from '~/shared/deliveries/delivery';
import type { ChangeWebhook, CreateWebhook, ResendFrom } from '~/shared/webhooks/schema';
import type { Resent, SettingsWebhook, Webhook } from '~/shared/webhooks/webhook';
import { callApi } from '../../api-client';

export const fetchWebhooks = async () =>
  (await callApi<{ webhooks: (SettingsWebhook | Webhook)[] }>('/api/webhooks')).webhooks;

/** Only this answer contains the secret. */
export const createWebhook = (body: CreateWebhook) =>
  callApi<{ webhook: Webhook; secret: string }>('/api/webhooks', { method: 'POST', body });

export const changeWebhook = async (id: number, body: ChangeWebhook) =>
  (await callApi<{ webhook: Webhook }>(`/api/webhooks/${id}`, { method: 'PATCH', body })).webhook;
export const removeWebhook = (id: number) => callApi(`/api/webhooks/${id}`, { method: 'DELETE' });

/** Returns the new secret, which cannot be read again. */
export const rotateSecret = async (id: number) =>
  (await callApi<{ secret: string }>(`/api/webhooks/${id}/rotate`, { method: 'POST' })).secret;

export const testWebhook = async (id: number) =>
  (await callApi<{ delivery: Delivery }>(`/api/webhooks/${id}/test`, { method: 'POST' })).delivery;

/** `id`: null is the webhook of the settings. */
export const resendFrom = (id: number | null, body: ResendFrom) =>
  callApi<Resent>(`/api/webhooks/${id ?? 'ajustes'}/resend`, { method: 'POST', body });
