/** Events for other systems. `lead.created` covers leads made by hand and website enquiries. */
export const WEBHOOK_EVENTS = [
  'lead.created',
  'lead.updated',
  'lead.deleted',
  'lead.restored',
  'lead.joined',
  'lead.separated',
  'note.created',
  'message.created',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const MAX_WEBHOOKS = 20;
/** Hours during which a former secret signs beside the new one. */
export const SECRET_GRACE_HOURS = 24;
/** Days of failures after which a destination is paused. */
export const PAUSE_AFTER_DAYS = 3;
/** Days a paused destination's messages are kept. */
export const PAUSED_KEPT_DAYS = 30;
