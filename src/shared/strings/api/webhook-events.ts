import type { WebhookEvent } from '../../deliveries/events';

/** Event names, for a destination's events and the log. */
export const webhookEventNames = {
  'lead.created': 'Lead nuevo',
  'lead.updated': 'Lead modificado',
  'lead.deleted': 'Lead eliminado',
  'lead.restored': 'Lead recuperado',
  'lead.joined': 'Leads unidos',
  'lead.separated': 'Leads separados',
  'note.created': 'Nota nueva',
  'message.created': 'Mensaje de WhatsApp',
} satisfies Record<WebhookEvent, string>;
