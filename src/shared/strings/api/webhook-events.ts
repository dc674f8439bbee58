import type { WebhookEvent } from '../../deliveries/events';

/** What happened, as it is said of a destination's events and in the log. */
export const webhookEventNames = {
  'lead.created': 'Lead nuevo',
  'lead.updated': 'Lead modificado',
  'lead.deleted': 'Lead eliminado',
  'lead.restored': 'Lead recuperado',
  'lead.joined': 'Leads unidos',
  'lead.separated': 'Leads separados',
  'note.created': 'Nota nueva',
} satisfies Record<WebhookEvent, string>;
