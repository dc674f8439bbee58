import { cursorSchema, daySchema, idSchema, momentSchema } from '~/shared/answers';
import { z } from '~/shared/zod';
import { CALL_OUTCOMES, CONTACT_CHANNELS } from '../contact';
import { LEAD_EVENT_TYPES } from '../event';
import { CLIENT_TYPES, COUNTER_NAMES, LEAD_COUNTRIES, LEAD_STATUSES, LOST_REASONS } from '../lead';
import { BILLINGS } from '../plans';
import { conversationSchema, leadMessageSchema } from './messages';

const total = z.int().nonnegative();

/** A user opened WhatsApp, a call or an email to a lead. Only they know whether they reached the person. */
export const contactAttemptSchema = z.object({
  user_id: z.string(),
  user_name: z.string(),
  channel: z.enum(CONTACT_CHANNELS),
  opened_at: momentSchema,
});

const leadFields = {
  id: idSchema,
  nombre: z.string(),
  /** '' if unknown; then there is a number. */
  email: z.string(),
  whatsapp: z.string().nullable(),
  pais: z.enum(LEAD_COUNTRIES).nullable(),
  estado: z.enum(LEAD_STATUSES),
  client_type: z.enum(CLIENT_TYPES).nullable(),
  source: z.string(),
  mensaje: z.string().nullable(),
  empresa: z.string().nullable(),
  created_at: momentSchema,
  first_contacted_at: momentSchema.nullable(),
  /** Since when the person waits for an answer to a WhatsApp message; null: nobody waits, or no number is connected. */
  awaiting_reply_since: momentSchema.nullable(),
  /** When it was won; null also for one imported as won without a date. */
  won_at: momentSchema.nullable(),
  /** The import it came with; null for none. */
  import_id: idSchema.nullable(),
  /** Every status it has ever had, in order. Omitted in lists. */
  reached: z.exactOptional(z.array(z.enum(LEAD_STATUSES))),
  /** Outcomes of calls to it. Omitted in lists. */
  calls: z.exactOptional(z.array(z.enum(CALL_OUTCOMES))),
  /** First name for greeting the person; null if unclear. */
  greeting: z.string().nullable(),
  /** The phone's normalised digits; null if `whatsapp` is no valid number. */
  phone_key: z.string().nullable(),
  notes_count: total,
  /** Owner's id and name; null for nobody. */
  owner_id: z.string().nullable(),
  owner_name: z.string().nullable(),
  /**
   * Next contact: a day, and an hour 'HH:MM' if one matters. Winning or losing the lead clears it; it may be set again.
   */
  next_contact_on: daySchema.nullable(),
  next_contact_at: z.string().nullable(),
  /** What the person wants: a plan's id, and how it would be paid. */
  plan: z.string().nullable(),
  billing: z.enum(BILLINGS).nullable(),
  /** Only for lost leads, if known. */
  lost_reason: z.enum(LOST_REASONS).nullable(),
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
  /** Contact attempts without an outcome, oldest first; after the first contact, only calls. */
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
  id: 41,
  nombre: 'Marta Giménez',
  email: 'marta@ejemplo.com',
  whatsapp: '+5491155554444',
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

export const leadSchema = z.object(leadFields).meta({ id: 'Lead', examples: [EXAMPLE] });

/** A lead in the trash. */
export const deletedLeadSchema = z
  .object({ ...leadFields, deleted_at: momentSchema })
  .meta({ id: 'DeletedLead' });

/** A lead that was joined into another, as it was. */
export const joinedLeadSchema = z
  .object({
    ...leadFields,
    joined_at: momentSchema,
    /** Null if that account was deleted. */
    joined_by: z.string().nullable(),
    /** Whether it can still be separated. */
    separable: z.boolean(),
  })
  .meta({ id: 'JoinedLead' });

export const leadAnswer = z.object({ lead: leadSchema });

/** Adds the fields the call changed, directly or as a consequence, with their former values. */
export const changedLeadAnswer = leadAnswer.extend({
  changed: z
    .object(leadFields)
    .pick({
      nombre: true,
      email: true,
      whatsapp: true,
      pais: true,
      client_type: true,
      empresa: true,
      mensaje: true,
      estado: true,
      owner_id: true,
      next_contact_on: true,
      next_contact_at: true,
      plan: true,
      billing: true,
      lost_reason: true,
    })
    .partial(),
});
export type ChangedLead = z.infer<typeof changedLeadAnswer>;

/** The lead after an undo; null if that removed it, because the act had created or restored it. */
export const undoneAnswer = changedLeadAnswer.extend({ lead: leadSchema.nullable(), as_of: z.int() });
export type UndoneAct = z.infer<typeof undoneAnswer>;

export const leadsAnswer = z.object({ leads: z.array(leadSchema) });

/** A possible owner of leads, and whether they take part in the rotation of new ones. */
export const colleagueSchema = z.object({ id: z.string(), name: z.string(), takes_leads: z.boolean() }).meta({
  id: 'Colleague',
  examples: [{ id: '5b0f6a1e-6d3c-4c55-9f0e-2f4f6f0f7c11', name: 'Bruno Sosa', takes_leads: true }],
});
export const staffAnswer = z.object({ staff: z.array(colleagueSchema) });
export const othersAnswer = z.object({
  leads: z.array(leadSchema),
  joined: z.array(joinedLeadSchema),
});

export const leadPageSchema = z.object({
  leads: z.array(leadSchema),
  next_cursor: cursorSchema,
  /** On all pages. */
  total,
  /** Search words no lead has; these leads have words one letter away. */
  similar_to: z.exactOptional(z.string()),
  /** The page reflects everything up to this event, also of leads not in it. */
  as_of: z.int(),
});

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

/** When a lead was put in the trash, and by whom; null if that account was deleted. */
export const leadDeletionSchema = z.object({
  deleted_at: momentSchema,
  deleted_by: z.string().nullable(),
});
export const deletionAnswer = z.object({ deletion: leadDeletionSchema });

const counters = z.object(
  Object.fromEntries(COUNTER_NAMES.map((name) => [name, total])) as Record<
    (typeof COUNTER_NAMES)[number],
    typeof total
  >,
);

export const leadCountersSchema = counters
  .extend({
    sin_contactar: total,
    /** Who wrote last and waits for an answer. */
    esperan_respuesta: total,
    duplicados: total,
    /**
     * Leads due per day from `desde` on, as far as anybody's today may be, and in total before: what is due today
     * depends on the reader's time zone.
     */
    agenda: z.object({ desde: daySchema, antes: total, dias: z.record(z.string(), total) }),
    /** Leads per owner id; '' is nobody. */
    duenos: z.record(z.string(), total),
    /**
     * To-dos per person's id and day of the agenda; everything due earlier counts on the day before `desde`, and leads
     * waiting for a first contact without a day under ''.
     */
    por_hacer: z.record(z.string(), z.record(z.string(), total)),
  })
  .meta({ id: 'LeadCounters' });

/** `listed` counts the leads that match the filters, where any are given. */
export const countersAnswer = leadCountersSchema.extend({ listed: total.optional() });

export const leadAgendaSchema = z
  .object({ hoy: total, vencidos: total, mios: total, sin_dueno: total, sin_contactar: total })
  .meta({
    id: 'LeadAgenda',
    examples: [{ hoy: 3, vencidos: 1, mios: 12, sin_dueno: 2, sin_contactar: 4 }],
  });

/** A note on a lead. A deleted one keeps its place in the history, without its text. */
export const leadNoteSchema = z
  .object({
    id: idSchema,
    lead_id: idSchema,
    author_id: z.string(),
    author_name: z.string(),
    /** Whether a program wrote it. */
    by_program: z.boolean(),
    body: z.string().nullable(),
    created_at: momentSchema,
    edited_at: momentSchema.nullable(),
    is_deleted: z.boolean(),
  })
  .meta({
    id: 'LeadNote',
    examples: [
      {
        id: 7,
        lead_id: 41,
        author_id: '0f2f1a52-3c5e-4f0e-8c43-0c9b0e6a7d11',
        author_name: 'n8n',
        by_program: true,
        body: 'Respondió que sí por WhatsApp.',
        created_at: '2026-11-21T03:12:00.000Z',
        edited_at: null,
        is_deleted: false,
      },
    ],
  });
export const noteAnswer = z.object({ note: leadNoteSchema });

/** `event_id` is its place in the history, by which adding it can be undone. */
export const addedNoteAnswer = noteAnswer.extend({ event_id: idSchema });
export type AddedNote = z.infer<typeof addedNoteAnswer>;
export const notesAnswer = z.object({ notes: z.array(leadNoteSchema) });

/** An entry of a lead's timeline. `field`, `from_value` and `to_value` describe a change. */
export const leadEventSchema = z
  .object({
    id: idSchema,
    type: z.enum(LEAD_EVENT_TYPES),
    /** Both null for the visitor; the name also for deleted accounts. */
    actor_id: z.string().nullable(),
    actor_name: z.string().nullable(),
    field: z.string().nullable(),
    from_value: z.string().nullable(),
    to_value: z.string().nullable(),
    created_at: momentSchema,
    /** The added note, as it is now; null for other events. */
    note: leadNoteSchema.nullable(),
    /** The WhatsApp message, as it is now; null for other events, and for tokens without the scope `messages`. */
    message: leadMessageSchema.nullable(),
    /** The lead joined, separated, or whose arrival this was before it was joined; null for other events. */
    other: leadSchema.pick({ id: true, nombre: true, email: true, whatsapp: true, mensaje: true }).nullable(),
    /** The form's consent sentence when this enquiry was sent; null if unknown, and for other events. */
    consent: z.string().nullable(),
    /** Whether the caller can undo the act that starts with it. */
    undoable: z.boolean(),
  })
  .meta({ id: 'LeadEvent' });

export const timelinePageSchema = z
  .object({
    events: z.array(leadEventSchema),
    next_cursor: cursorSchema,
    /** Null without a connected number, or a number of the lead's. */
    conversation: conversationSchema.nullable(),
  })
  .meta({ id: 'TimelinePage' });

/**
 * Progress of a bulk change over all its calls; unless `done`, repeating the call continues it. `left` names the first
 * leads this call skipped that still exist.
 */
export const bulkAnswerSchema = z
  .object({
    changed: total,
    skipped: total,
    left: z.array(z.object({ id: total, nombre: z.string() })),
    undo: z.string(),
    done: z.boolean(),
  })
  .meta({
    id: 'BulkAnswer',
    examples: [
      {
        changed: 2,
        skipped: 1,
        left: [{ id: 43, nombre: 'Marta Giménez' }],
        undo: '5b0f6a1e-6d3c-4c55-9f0e-2f4f6f0f7c11',
        done: true,
      },
    ],
  });

/** Progress of undoing it. `kept`: changed by somebody since, so left as they are. */
export const bulkUndoAnswerSchema = z
  .object({ restored: total, kept: total, done: z.boolean() })
  .meta({ id: 'BulkUndoAnswer', examples: [{ restored: 2, kept: 0, done: true }] });
