import type { LeadNote } from '~/shared/leads/event';
import { type Lead, pick } from '~/shared/leads/lead';
import type { LeadMessage } from '~/shared/leads/message';
import type { WebhookEvent } from '~/shared/webhooks/limits';
import { MESSAGE_LEAD_FIELDS } from '~/shared/webhooks/webhook-message';
import { enqueue, newMessageId } from '../outbox/enqueue';
import { destinationsOf } from '../webhooks/destinations';

/**
 * Puts the specification's message about a new lead into the outbox, in the caller's transaction: one per destination
 * subscribed to the event. Website enquiries carry their submission_id.
 */
export function enqueueLeadCreated(lead: Lead, submissionId: string | null): void {
  const { nombre, email, whatsapp, pais, empresa, mensaje, source, created_at: timestamp } = lead;
  const specified = { nombre, email, whatsapp, pais, empresa, mensaje, timestamp, source };
  deliver('lead.created', lead, {
    former: { ...specified, ...(submissionId && { submission_id: submissionId }) },
    timestamp,
  });
}

/** One message per save: the changed fields, with new and old values. */
export function enqueueLeadUpdated(lead: Lead, before: Lead, fields: readonly (keyof Lead)[]): void {
  deliver('lead.updated', lead, { more: { changed: pick(lead, fields), previous: pick(before, fields) } });
}

/** Reports a deletion, with the lead as it was. */
export function enqueueLeadDeleted(lead: Lead): void {
  deliver('lead.deleted', lead);
}

/** Reports that a lead was restored from the trash. */
export function enqueueLeadRestored(lead: Lead): void {
  deliver('lead.restored', lead);
}

/** Reports a merge or its undo: the lead that stays, what changed of it, and the other lead. */
export function enqueueLeadJoined(
  event: 'lead.joined' | 'lead.separated',
  lead: Lead,
  other: Lead,
  before: Lead,
  fields: readonly (keyof Lead)[],
): void {
  deliver(event, lead, {
    more: {
      other: pick(other, MESSAGE_LEAD_FIELDS),
      changed: pick(lead, fields),
      previous: pick(before, fields),
    },
  });
}

/** Reports a new note, with its lead. */
export function enqueueNoteCreated(lead: Lead, { id, body, author_name, created_at }: LeadNote): void {
  deliver('note.created', lead, { more: { note: { id, body, author_name, created_at } } });
}

/** Reports a WhatsApp message, theirs or ours, with its lead and its text: only to those who chose the event. */
export function enqueueMessageCreated(lead: Lead, { id, direction, kind, body, at, author_name }: LeadMessage): void {
  deliver('message.created', lead, { more: { message: { id, direction, kind, body, at, author_name } } });
}

type Parts = {
  more?: object;
  /** Fields beside those of Standard Webhooks: the specification's, or those sent before `data` existed. */
  former?: object;
  timestamp?: string;
};

function deliver(
  event: WebhookEvent,
  lead: Lead,
  { more, former, timestamp = new Date().toISOString() }: Parts = {},
): void {
  const data = pick(lead, MESSAGE_LEAD_FIELDS);
  for (const webhookId of destinationsOf(event)) {
    const id = newMessageId();
    const payload = {
      type: event,
      id,
      timestamp,
      data: { ...data, ...more },
      ...(former ?? { event, lead: data, ...more }),
    };
    enqueue({ kind: 'webhook', messageId: id, webhookId, event, leadId: lead.id, payload });
  }
}
