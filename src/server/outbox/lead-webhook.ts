import type { Lead } from '~/shared/leads/lead';
import { getSettings } from '../env';
import { enqueue } from './enqueue';

/**
 * Puts the specification's message about a new lead into the outbox, inside the caller's transaction. Website
 * enquiries carry their submission_id. Does nothing where no workflow is set up.
 */
export function enqueueLeadWebhook(lead: Lead, submissionId: string | null): void {
  if (!getSettings().LEAD_WEBHOOK_URL) return;
  const { nombre, email, whatsapp, pais, empresa, mensaje, source, created_at } = lead;
  const payload = {
    nombre,
    email,
    whatsapp,
    pais,
    empresa,
    mensaje,
    timestamp: created_at,
    source,
    ...(submissionId && { submission_id: submissionId }),
  };
  enqueue({ kind: 'webhook', event: 'lead.created', leadId: lead.id, payload });
}
