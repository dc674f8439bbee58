import type { Delivery } from '~/shared/deliveries/delivery';
import type { ChangeWebhook, CreateWebhook, ResendFrom } from '~/shared/webhooks/schema';
import type { Resent, SettingsWebhook, Webhook } from '~/shared/webhooks/webhook';
import { callApi, del, patch, post } from '../../api-client';

export const fetchWebhooks = async () =>
  (await callApi<{ webhooks: (SettingsWebhook | Webhook)[] }>('/api/webhooks')).webhooks;

/** Only this answer contains the secret. */
export const createWebhook = (body: CreateWebhook) => post<{ webhook: Webhook; secret: string }>('/api/webhooks', body);

export const changeWebhook = async (id: number, body: ChangeWebhook) =>
  (await patch<{ webhook: Webhook }>(`/api/webhooks/${id}`, body)).webhook;

/** Ends a destination's rest. */
export const confirmWebhook = (id: number) => post(`/api/webhooks/${id}/confirm`);

export const removeWebhook = (id: number) => del(`/api/webhooks/${id}`);

/** Returns the new secret, which cannot be read again. */
export const rotateSecret = async (id: number) => (await post<{ secret: string }>(`/api/webhooks/${id}/rotate`)).secret;

export const testWebhook = async (id: number) =>
  (await post<{ delivery: Delivery }>(`/api/webhooks/${id}/test`)).delivery;

/** `id`: null is the webhook of the settings. */
export const resendFrom = (id: number | null, body: ResendFrom) =>
  post<Resent>(`/api/webhooks/${id ?? 'ajustes'}/resend`, body);
