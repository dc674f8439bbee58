import { cursorSchema, idSchema, momentSchema } from '../answers';
import { z } from '../zod';
import type { LeadCounters } from './counters';
import { CONTACT_CHANNELS } from './enums';
import { fieldAnswers } from './field-schemas';
import { CHANGEABLE, type ChangedName, EMPTY_FIELDS } from './fields';

/** Leads, as answers carry them; names are the same from database column to screen. Screens import only types. */

const total = z.int().nonnegative();

/** A user opened WhatsApp, a call or an email to a lead. Only they know whether they reached the person. */
const contactAttemptSchema = z.object({
  user_id: z.string(),
  user_name: z.string(),
  channel: z.enum(CONTACT_CHANNELS),
  opened_at: momentSchema,
});

export type ContactAttempt = z.infer<typeof contactAttemptSchema>;

const leadFields = {
  id: idSchema,
  ...fieldAnswers,
  /** Meta's id of the person towards this company, once they have written; all there is of whoever hides their number. */
  whatsapp_user_id: z.string().nullable(),
  /**
   * Since when the person waits for an answer to a WhatsApp message; null: nobody waits, somebody said that they have
   * answered, or the number was disconnected.
   */
  awaiting_reply_since: momentSchema.nullable(),
  /** The import it came with; null for none. */
  import_id: idSchema.nullable(),
  /** First name for greeting the person; null if unclear. */
  greeting: z.string().nullable(),
  /** The phone's normalised digits; null if `whatsapp` is no valid number. */
  phone_key: z.string().nullable(),
  notes_count: total,
  /** The first line of what the person wrote last, by form or WhatsApp; null if they wrote nothing. */
  last_words: z.string().nullable(),
  owner_name: z.string().nullable(),
  /** The enquiry's topic from the site's form: 'Chat con IA · anual'. */
  tema: z.string().nullable(),
  /** Campaign and referring host. */
  utm_source: z.string().nullable(),
  utm_medium: z.string().nullable(),
  utm_campaign: z.string().nullable(),
  referrer: z.string().nullable(),
  /** All of that as one text: 'google / cpc / primavera', else the referring site. */
  via: z.string().nullable(),
  /** The agency created from it; null for none. */
  company_id: idSchema.nullable(),
  company_name: z.string().nullable(),
  /** Time of the last event in its history. */
  last_activity_at: momentSchema,
  /** Contact attempts without an outcome, oldest first. After the first contact: calls, and attempts while the person awaits a reply. */
  attempts: z.array(contactAttemptSchema),
  /** Other leads that share its email or phone; 99 means 99 or more. */
  duplicates: total,
  /** How many leads were joined into it. */
  joined: total,
  /** For a search hit in a note or a message only: the search and the matching excerpt. */
  found_note: z.exactOptional(z.object({ q: z.string(), text: z.string() })),
  as_of: z.int(),
};

const EXAMPLE = {
  ...EMPTY_FIELDS,
  id: 41,
  nombre: 'Marta Giménez',
  email: 'marta@ejemplo.com',
  whatsapp: '+5491155554444',
  whatsapp_user_id: null,
  pais: 'Argentina',
  estado: 'contactado',
  client_type: 'inmobiliaria',
  source: 'landing',
  mensaje: 'Quiero un agente para 40 propiedades.',
  empresa: null,
  created_at: '2026-11-21T03:04:05.678Z',
  first_contacted_at: '2026-11-21T03:10:00.000Z',
  awaiting_reply_since: null,
  won_at: null,
  import_id: null,
  greeting: 'Marta',
  phone_key: '5491155554444',
  notes_count: 1,
  last_words: 'Quiero un agente para 40 propiedades.',
  owner_id: '5b0f6a1e-6d3c-4c55-9f0e-2f4f6f0f7c11',
  owner_name: 'Bruno Sosa',
  next_contact_on: '2026-11-24',
  next_contact_at: '10:30',
  plan: 'chat-ia',
  billing: 'anual',
  lost_reason: null,
  tema: 'Chat con IA · anual',
  utm_source: 'google',
  utm_medium: 'cpc',
  utm_campaign: 'primavera',
  referrer: 'google.com',
  via: 'google / cpc / primavera',
  company_id: null,
  company_name: null,
  last_activity_at: '2026-11-21T03:10:00.000Z',
  attempts: [],
  duplicates: 0,
  joined: 0,
  as_of: 1207,
};

/**
 * A leads row with its number of undeleted notes. Times are UTC ISO 8601 with milliseconds. `as_of` is the last event
 * id of any lead when this one was read: a higher value means newer data.
 */
export const leadSchema = z.object(leadFields).meta({ id: 'Lead', examples: [EXAMPLE] });

export type Lead = z.infer<typeof leadSchema>;

/** A lead in the trash. */
const deletedLeadSchema = z.object({ ...leadFields, deleted_at: momentSchema }).meta({ id: 'DeletedLead' });

export type DeletedLead = z.infer<typeof deletedLeadSchema>;

/** A lead that was joined into another, as it was. */
const joinedLeadSchema = z
  .object({
    ...leadFields,
    joined_at: momentSchema,
    /** Null if that account was deleted. */
    joined_by: z.string().nullable(),
    /** Whether it can still be separated. */
    separable: z.boolean(),
  })
  .meta({ id: 'JoinedLead' });

export type JoinedLead = z.infer<typeof joinedLeadSchema>;

export const leadAnswer = z.object({ lead: leadSchema });

/** Adds the fields the call changed, directly or as a consequence, with their former values. */
export const changedLeadAnswer = leadAnswer.extend({
  changed: z
    .object(leadFields)
    .pick(Object.fromEntries(CHANGEABLE.map((name) => [name, true])) as Record<ChangedName, true>)
    .partial(),
});

export type ChangedLead = z.infer<typeof changedLeadAnswer>;

export const leadsAnswer = z.object({ leads: z.array(leadSchema) });

export const othersAnswer = z.object({ leads: z.array(leadSchema), joined: z.array(joinedLeadSchema) });

const leadPageSchema = z.object({
  leads: z.array(leadSchema),
  next_cursor: cursorSchema,
  /** Over all pages. */
  total,
  /** Search words no lead has; these leads have words one letter away. */
  similar_to: z.exactOptional(z.string()),
  /** The page reflects everything up to this event, also of leads not in it. */
  as_of: z.int(),
});

export type LeadPage = z.infer<typeof leadPageSchema>;

/** All that an open panel shows: its list, the counters, and in `also` the other leads it asked for, as far as they exist. */
export type PanelAnswer = LeadPage & { counters: LeadCounters; also: { leads: Lead[] } };

/** A lead that is gone: in the trash, joined into another, or erased. */
const goneLeadSchema = z
  .object({
    id: idSchema,
    reason: z.enum(['deleted', 'joined', 'removed']),
    at: momentSchema,
    /** For a joined lead, the one that stayed. */
    joined_into: idSchema.nullable(),
  })
  .meta({
    id: 'GoneLead',
    examples: [{ id: 40, reason: 'joined', at: '2026-11-21T03:04:05.678Z', joined_into: 41 }],
  });

export type GoneLead = z.infer<typeof goneLeadSchema>;

const changesSchema = leadPageSchema.pick({ leads: true, as_of: true }).extend({
  /** For the next poll, now or later; never null. */
  next_cursor: z.string(),
  gone: z.array(goneLeadSchema),
  /** Whether more changes are waiting. */
  has_more: z.boolean(),
  /** A backup was restored since: what the cursor saw may never have happened. */
  restored: z.exactOptional(z.boolean()),
});

export type LeadChangesPage = z.infer<typeof changesSchema>;

/** A page of the list. With `since`, a page of changes: it has `gone` and `has_more`, and no `total`. */
export const leadListAnswer = leadPageSchema
  .extend({ total: z.exactOptional(total) })
  .extend(changesSchema.pick({ gone: true, has_more: true, restored: true }).partial().shape)
  .meta({ id: 'LeadPage' });

export const trashPageSchema = z
  .object({ leads: z.array(deletedLeadSchema), next_cursor: cursorSchema })
  .meta({ id: 'TrashPage' });

export type TrashPage = z.infer<typeof trashPageSchema>;

/** When a lead was put in the trash, and by whom; null if that account was deleted. */
const leadDeletionSchema = z.object({ deleted_at: momentSchema, deleted_by: z.string().nullable() });

export type LeadDeletion = z.infer<typeof leadDeletionSchema>;

export const deletionAnswer = z.object({ deletion: leadDeletionSchema });

export function pick<Name extends keyof Lead>(lead: Pick<Lead, Name>, names: readonly Name[]): Pick<Lead, Name> {
  return Object.fromEntries(names.map((name) => [name, lead[name]])) as Pick<Lead, Name>;
}
