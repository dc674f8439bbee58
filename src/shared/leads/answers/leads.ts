import { cursorSchema, daySchema, idSchema, momentSchema } from '~/shared/answers';
import { z } from '~/shared/zod';
import { CALL_OUTCOMES, CONTACT_CHANNELS } from '../contact';
import { LEAD_EVENT_TYPES } from '../event';
import { CLIENT_TYPES, COUNTER_NAMES, LEAD_COUNTRIES, LEAD_STATUSES, LOST_REASONS } from '../lead';
import { BILLINGS } from '../plans';

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
  /** '' where nobody has told one: then there is a number. */
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
  /** When it was won, of one that is; null also where that came with a file which doesn't say when. */
  won_at: momentSchema.nullable(),
  /** The file that it came with; null: it came by itself. */
  import_id: idSchema.nullable(),
  /** Every status that it has or once had, in their order. A list does not say it. */
  reached: z.exactOptional(z.array(z.enum(LEAD_STATUSES))),
  /** How calls to it ended. A list does not say it. */
  calls: z.exactOptional(z.array(z.enum(CALL_OUTCOMES))),
  /** The first name with which to greet the person; null if none is clear. */
  greeting: z.string().nullable(),
  /** The phone's normalised digits; null if `whatsapp` is no possible number. */
  phone_key: z.string().nullable(),
  notes_count: total,
  /** Who works it, and their name; null: nobody. */
  owner_id: z.string().nullable(),
  owner_name: z.string().nullable(),
  /** When to contact it next: a day, and an hour 'HH:MM' if one matters. Winning or losing it takes it away; it may be set again. */
  next_contact_on: daySchema.nullable(),
  next_contact_at: z.string().nullable(),
  /** What the person wants: the id of a plan, and how it would be paid. */
  plan: z.string().nullable(),
  billing: z.enum(BILLINGS).nullable(),
  /** Only of one that was lost, if it is known. */
  lost_reason: z.enum(LOST_REASONS).nullable(),
  /** What the enquiry is about, as the site's form said it: 'Chat con IA · anual'. */
  tema: z.string().nullable(),
  /** The campaign that brought the visitor, and the host of the site from which they came. */
  utm_source: z.string().nullable(),
  utm_medium: z.string().nullable(),
  utm_campaign: z.string().nullable(),
  referrer: z.string().nullable(),
  /** All of that in one text: 'google / cpc / primavera', else the site. */
  via: z.string().nullable(),
  /** The agency that was made of it; null: none. */
  company_id: idSchema.nullable(),
  company_name: z.string().nullable(),
  /** When the last thing in its history happened. */
  last_activity_at: momentSchema,
  /** Who opened a way to reach it and has not said what came of it, first opened first; once it has had its first contact, only calls. */
  attempts: z.array(contactAttemptSchema),
  /** How many other leads share its email or its phone; 99 also stands for more. */
  duplicates: total,
  /** How many were joined into it. */
  joined: total,
  /** In the list of a search that found it by a note only: the search, and what the note says there. */
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

/** A lead that was joined into another one, as it was. */
export const joinedLeadSchema = z
  .object({
    ...leadFields,
    joined_at: momentSchema,
    /** Who joined it; null if that account was deleted. */
    joined_by: z.string().nullable(),
    /** Whether it can still be separated. */
    separable: z.boolean(),
  })
  .meta({ id: 'JoinedLead' });

export const leadAnswer = z.object({ lead: leadSchema });

/** And which fields the call changed, also those that followed from it, with their values before. */
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

/** The lead after an act was undone; null where that took it away: it had been made, or restored, by that act. */
export const undoneAnswer = changedLeadAnswer.extend({ lead: leadSchema.nullable(), as_of: z.int() });
export type UndoneAct = z.infer<typeof undoneAnswer>;

export const leadsAnswer = z.object({ leads: z.array(leadSchema) });

/** Somebody who may have leads, and whether they get new ones in turn. */
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
  /** How many leads there are on all pages. */
  total,
  /** The words of the search that no lead has: these leads have words that are one letter away. */
  similar_to: z.exactOptional(z.string()),
  /** Of all that happened until this event the page knows, also of the leads that are not in it. */
  as_of: z.int(),
});

/** A lead that stands no more: in the trash, joined into another one, or removed for good. */
const goneLeadSchema = z
  .object({
    id: idSchema,
    reason: z.enum(['deleted', 'joined', 'removed']),
    at: momentSchema,
    /** Of a joined one, where it is to be found. */
    joined_into: idSchema.nullable(),
  })
  .meta({
    id: 'GoneLead',
    examples: [{ id: 40, reason: 'joined', at: '2026-11-21T03:04:05.678Z', joined_into: 41 }],
  });
export type GoneLead = z.infer<typeof goneLeadSchema>;

const changesSchema = leadPageSchema.pick({ leads: true, as_of: true }).extend({
  /** For the next call, now or later: it is never null. */
  next_cursor: z.string(),
  gone: z.array(goneLeadSchema),
  /** Whether more has changed already. */
  has_more: z.boolean(),
  /** A backup was restored since: what the cursor knew may never have happened. */
  restored: z.exactOptional(z.boolean()),
});
export type LeadChangesPage = z.infer<typeof changesSchema>;

/** A page of the list; with `since` what has changed: then it has `gone` and `has_more`, and no `total`. */
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
    duplicados: total,
    /**
     * How many leads are to be contacted, day by day from `desde` on, as far as anybody's today may be, and in all before
     * that: what is due today depends on the reader's time zone.
     */
    agenda: z.object({ desde: daySchema, antes: total, dias: z.record(z.string(), total) }),
    /** How many leads each person has, by their id; '' is nobody. */
    duenos: z.record(z.string(), total),
    /**
     * How many leads each person is to contact, by their id, on each of the agenda's days; those that were due before them
     * on the day before `desde`, and those that wait for their first contact without a day under ''.
     */
    por_hacer: z.record(z.string(), z.record(z.string(), total)),
  })
  .meta({ id: 'LeadCounters' });

/** With `listed` where filters are given: how many leads they let through. */
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

/** And its place in the history, by which adding it can be undone. */
export const addedNoteAnswer = noteAnswer.extend({ event_id: idSchema });
export type AddedNote = z.infer<typeof addedNoteAnswer>;
export const notesAnswer = z.object({ notes: z.array(leadNoteSchema) });

/** An entry of a lead's timeline. `field`, `from_value` and `to_value` describe a change. */
export const leadEventSchema = z
  .object({
    id: idSchema,
    type: z.enum(LEAD_EVENT_TYPES),
    /** Both null for the visitor; the name also for users whose account was deleted. */
    actor_id: z.string().nullable(),
    actor_name: z.string().nullable(),
    field: z.string().nullable(),
    from_value: z.string().nullable(),
    to_value: z.string().nullable(),
    created_at: momentSchema,
    /** The note that was added, as it is now; null for all other events. */
    note: leadNoteSchema.nullable(),
    /** The lead that was joined or separated, or whose arrival this was before it was joined; null for all other events. */
    other: leadSchema.pick({ id: true, nombre: true, email: true, whatsapp: true, mensaje: true }).nullable(),
    /** What the form said when this enquiry was sent; null where it is not known, and for all other events. */
    consent: z.string().nullable(),
    /** Whether the caller can undo the act that begins with it. */
    undoable: z.boolean(),
  })
  .meta({ id: 'LeadEvent' });

export const timelinePageSchema = z
  .object({ events: z.array(leadEventSchema), next_cursor: cursorSchema })
  .meta({ id: 'TimelinePage' });

/**
 * How far a change has come, in all its calls; where it is not `done`, the same call goes on. `left` names the first ones
 * that this call skipped and that are still there.
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

/** How far taking it back has come. `kept`: somebody has changed them since, and they stay. */
export const bulkUndoAnswerSchema = z
  .object({ restored: total, kept: total, done: z.boolean() })
  .meta({ id: 'BulkUndoAnswer', examples: [{ restored: 2, kept: 0, done: true }] });
