import type { z } from '../zod';
import type { webhookSchema } from './answers';

/** A destination made by an administrator or a token. */
export type Webhook = z.infer<typeof webhookSchema>;
export type PauseReason = NonNullable<Webhook['pause']>;

/**
 * The destination in the server's settings, which only the operator changes. Only its URL's origin is shown, as the
 * rest may be secret.
 */
export type SettingsWebhook = Pick<Webhook, 'url' | 'events' | 'header' | 'active' | 'waiting'> & {
  id: null;
  from_settings: true;
};

/** A filter of the log; the settings' destination has no host here. */
export type Destination = { id: number | 'ajustes'; host: string | null };

export const MOST_WEBHOOKS = 20;
/** How long a former secret signs beside the new one. */
export const FORMER_SIGNS_HOURS = 24;
/** Days without a success until it pauses itself. */
export const FAILING_DAYS = 3;
/** Days a paused destination's messages are kept. */
export const PAUSED_KEPT_DAYS = 30;
/** Most messages per 'Reenviar desde…'. */
export const MOST_RESENT = 10_000;

/** Messages queued again. If more remain, repeat with the same day and `next`. */
export type Resent = { resent: number; next: number | null };
