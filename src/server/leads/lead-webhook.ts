import type { WebhookEvent } from '~/shared/deliveries/events';
import type { Lead } from '~/shared/leads/lead';
import type { LeadNote } from '~/shared/leads/note';
import { enqueue } from '../outbox/enqueue';
import { destinationsOf } from '../webhooks/destinations';

/**
 * Puts the specification's message about a new lead into the outbox, in the caller's transaction: one for each destination
 * that wants this event. Website enquiries carry their submission_id.
 */
export function enqueueLeadCreated(lead: Lead, submissionId: string | null): void {
  const { nombre, email, whatsapp, pais, empresa, mensaje, source, created_at } = lead;
  tell('lead.created', lead, {
    nombre,
    email,
    whatsapp,
    pais,
    empresa,
    mensaje,
    timestamp: created_at,
    source,
    ...(submissionId && { submission_id: submissionId }),
  });
}

/** One message for one save: the changed fields, with their new and old values. */
export function enqueueLeadUpdated(lead: Lead, before: Lead, fields: readonly (keyof Lead)[]): void {
  tell('lead.updated', lead, {
    ...describe('lead.updated', lead),
    changed: pick(lead, fields),
    previous: pick(before, fields),
  });
}

/** Reports that a lead was deleted; the message contains the lead as it was. */
export function enqueueLeadDeleted(lead: Lead): void {
  tell('lead.deleted', lead, describe('lead.deleted', lead));
}

/** Reports that a lead was restored from the trash. */
export function enqueueLeadRestored(lead: Lead): void {
  tell('lead.restored', lead, describe('lead.restored', lead));
}

/** Reports that two leads were joined or separated: the one that stays, what changed of it, and the other one. */
export function enqueueLeadJoined(
  event: 'lead.joined' | 'lead.separated',
  lead: Lead,
  other: Lead,
  before: Lead,
  fields: readonly (keyof Lead)[],
): void {
  tell(event, lead, {
    ...describe(event, lead),
    other: pick(other, TOLD),
    changed: pick(lead, fields),
    previous: pick(before, fields),
  });
}

/** Reports a new note, with its lead. */
export function enqueueNoteCreated(lead: Lead, { id, body, author_name, created_at }: LeadNote): void {
  tell('note.created', lead, {
    ...describe('note.created', lead),
    note: { id, body, author_name, created_at },
  });
}

function tell(event: WebhookEvent, lead: Lead, payload: object): void {
  for (const webhookId of destinationsOf(event)) {
    enqueue({ kind: 'webhook', webhookId, event, leadId: lead.id, payload });
  }
}

const TOLD = [
  ...(['id', 'nombre', 'email', 'whatsapp', 'pais', 'empresa', 'mensaje', 'estado', 'client_type'] as const),
  ...(['owner_id', 'owner_name', 'next_contact_on', 'next_contact_at', 'plan', 'billing'] as const),
  ...(['lost_reason', 'company_id', 'company_name', 'source', 'created_at'] as const),
];

function describe(event: WebhookEvent, lead: Lead) {
  return { event, timestamp: new Date().toISOString(), lead: pick(lead, TOLD) };
}

function pick(lead: Lead, fields: readonly (keyof Lead)[]): Partial<Lead> {
  return Object.fromEntries(fields.map((field) => [field, lead[field]]));
}
