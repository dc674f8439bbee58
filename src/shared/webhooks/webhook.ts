import type { WebhookEvent } from '../deliveries/events';

/** Why a destination gets nothing: somebody has paused it, or it has failed for three days or said that it is gone. */
export type PauseReason = 'hand' | 'failing';

/** A destination as administrators see it: never its secret, and of its header only the name. Times are UTC ISO 8601. */
export type Webhook = {
  id: number;
  url: string;
  events: WebhookEvent[];
  /** The header's name; null if it has none. */
  header: string | null;
  active: boolean;
  pause: PauseReason | null;
  paused_at: string | null;
  /** Since when no try has succeeded; null if the last one has. */
  failing_since: string | null;
  /** Until when a former secret signs as well; null if none does. */
  former_until: string | null;
  /** How many messages wait; counts up to MOST_COUNTED. */
  waiting: number;
  created_at: string;
  /** Who made it; null if that account was deleted. */
  made_by: string | null;
  from_settings: false;
};

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
