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
