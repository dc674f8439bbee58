/** The events that LEAD_WEBHOOK_URL can get. `lead.created` is for leads made by hand and for website enquiries. */
export const WEBHOOK_EVENTS = [
  'lead.created',
  'lead.updated',
  'lead.deleted',
  'lead.restored',
  'note.created',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
