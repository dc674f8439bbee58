import { momentSchema } from '../answers';
import { leadNoteSchema } from '../leads/event';
import { CHANGEABLE, type ChangedName } from '../leads/fields';
import { leadSchema } from '../leads/lead';
import { leadMessageSchema } from '../leads/message';
import { z } from '../zod';
import type { WebhookEvent } from './limits';

/** Messages to other systems; the API's description is generated from these schemas. For the server only. */

const leadFields = leadSchema.pick({
  id: true,
  ...(Object.fromEntries(CHANGEABLE.map((name) => [name, true])) as Record<ChangedName, true>),
  ...{ owner_name: true, company_id: true, company_name: true, source: true, created_at: true },
});

/** Fields of the lead that messages carry. */
export const MESSAGE_LEAD_FIELDS = leadFields.keyof().options;

/** The component keeps its first name in the OpenAPI document: generated clients use it. */
const messageLead = leadFields.meta({
  id: 'ToldLead',
  examples: leadSchema.meta()?.examples?.map((lead) => leadFields.parse(lead)) ?? [],
});

const changes = { changed: leadFields.partial(), previous: leadFields.partial() };
const note = leadNoteSchema.pick({ id: true, author_name: true, created_at: true }).extend({ body: z.string() });
const message = leadMessageSchema.pick({
  id: true,
  direction: true,
  kind: true,
  body: true,
  at: true,
  author_name: true,
});

/** An event's fields beside its lead. */
const EVENT_FIELDS = {
  'lead.created': {},
  'lead.updated': changes,
  'lead.deleted': {},
  'lead.restored': {},
  'lead.joined': { other: messageLead, ...changes },
  'lead.separated': { other: messageLead, ...changes },
  'note.created': { note },
  'message.created': { message },
} satisfies Record<WebhookEvent, z.ZodRawShape>;

/** The specification's message about a new lead. */
const specificationFields = {
  ...leadFields.pick({ nombre: true, email: true, whatsapp: true, pais: true, empresa: true, mensaje: true }).shape,
  source: z.string(),
  submission_id: z.exactOptional(z.string()),
};

/** A message's body: Standard Webhooks' fields with its own id, and the fields from before `data` existed. */
export function messageSchema(event: WebhookEvent) {
  const more = EVENT_FIELDS[event];
  return z
    .object({
      type: z.literal(event),
      id: z.string().meta({ examples: ['msg_0b0e2c0e-6d0c-4d0b-9a7f-3f1c1a1f2b3c'] }),
      timestamp: momentSchema,
      data: leadFields.extend(more),
      ...(event === 'lead.created' ? specificationFields : { event: z.literal(event), lead: messageLead, ...more }),
    })
    .meta({ id: `Message${event.replace(/(?:^|\.)(\w)/g, (_, first: string) => first.toUpperCase())}` });
}

/** Headers of every message. */
export const messageHeaders = z.object({
  'webhook-id': z.string(),
  'webhook-timestamp': z.string(),
  'webhook-signature': z.string().optional(),
  'webhook-event': z.string(),
});
