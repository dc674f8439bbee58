import type { z } from '../zod';
import type { webhookSchema } from './answers';

/** A destination that an administrator or a token made. */
export type Webhook = z.infer<typeof webhookSchema>;
export type PauseReason = NonNullable<Webhook['pause']>;

/** The destination of the server's settings: only the operator changes it. Of its URL only the origin, as the rest may be secret. */
export type SettingsWebhook = Pick<Webhook, 'url' | 'events' | 'header' | 'active' | 'waiting'> & {
  id: null;
  from_settings: true;
};

/** A destination by which the log can be filtered; the settings' one has no host here. */
export type Destination = { id: number | 'ajustes'; host: string | null };

export const MOST_WEBHOOKS = 20;
/** How long a former secret signs beside the new one. */
export const FORMER_SIGNS_HOURS = 24;
/** After so many days without one success it pauses by itself. */
export const FAILING_DAYS = 3;
/** What waits for a destination that is paused is kept for so many days. */
export const PAUSED_KEPT_DAYS = 30;
/** 'Reenviar desde…' takes up to so many messages at once. */
export const MOST_RESENT = 10_000;

/** How many messages are sent again. If there are more, `next` is to be asked for with the same day. */
export type Resent = { resent: number; next: number | null };
