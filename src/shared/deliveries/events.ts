/** The events that other systems can be told of. `lead.created` is for leads made by hand and for website enquiries. */
export const WEBHOOK_EVENTS = [
  'lead.created',
  'lead.updated',
  'lead.deleted',
  'lead.restored',
  'lead.joined',
  'lead.separated',
  'note.created',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
