/** What LEAD_WEBHOOK_URL can be told about leads. `lead.created` covers those made by hand and website enquiries. */
export const WEBHOOK_EVENTS = [
  'lead.created',
  'lead.updated',
  'lead.deleted',
  'lead.restored',
  'note.created',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
