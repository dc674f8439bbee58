import { cursorSchema, idSchema, momentSchema } from '../answers';
import { z } from '../zod';
import { leadSchema } from './lead';
import { conversationSchema, leadMessageSchema } from './message';

/** Filters of a lead's history. */
export const HISTORY_KINDS = ['notes', 'contacts', 'changes'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** All events, and where the history's filter lists them. Each is shown in the timeline with author and time. */
export const KIND_OF_EVENT = {
  created: 'changes',
  changed: 'changes',
  note_added: 'notes',
  note_edited: 'notes',
  note_deleted: 'notes',
  note_restored: 'notes',
  whatsapp_opened: 'contacts',
  call_started: 'contacts',
  call_ended: 'contacts',
  email_opened: 'contacts',
  contact_confirmed: 'contacts',
  contact_denied: 'contacts',
  contact_undone: 'contacts',
  message_received: 'contacts',
  message_sent: 'contacts',
  message_edited: 'contacts',
  message_revoked: 'contacts',
  /** The number was another lead's before, and seems to have a new owner. */
  number_reused: 'changes',
  company_made: 'changes',
  company_deleted: 'changes',
  company_restored: 'changes',
  joined: 'changes',
  separated: 'changes',
  /** Somebody was reminded that the lead waits; `field` is the reminder's step. */
  told: 'changes',
  deleted: 'changes',
  restored: 'changes',
  anonymised: 'changes',
} as const satisfies Record<string, HistoryKind>;
export type LeadEventType = keyof typeof KIND_OF_EVENT;

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
export type LeadNote = z.infer<typeof leadNoteSchema>;
export const noteAnswer = z.object({ note: leadNoteSchema });

/** `event_id` is its place in the history, by which adding it can be undone. */
export const addedNoteAnswer = noteAnswer.extend({ event_id: idSchema });
export type AddedNote = z.infer<typeof addedNoteAnswer>;
export const notesAnswer = z.object({ notes: z.array(leadNoteSchema) });

/** An entry of a lead's timeline. `field`, `from_value` and `to_value` describe a change. */
const leadEventSchema = z
  .object({
    id: idSchema,
    type: z.enum(Object.keys(KIND_OF_EVENT) as LeadEventType[]),
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
    /** The lead joined, separated, that had the number before, or whose arrival this was before it was joined; else null. */
    other: leadSchema.pick({ id: true, nombre: true, email: true, whatsapp: true, mensaje: true }).nullable(),
    /** The form's consent sentence when this enquiry was sent; null if unknown, and for other events. */
    consent: z.string().nullable(),
  })
  .meta({ id: 'LeadEvent' });
export type LeadEvent = z.infer<typeof leadEventSchema>;

/** An act, by one of its events. */
export type Act = Pick<LeadEvent, 'id' | 'type' | 'field'>;

export const timelinePageSchema = z
  .object({
    events: z.array(leadEventSchema),
    next_cursor: cursorSchema,
    /** Null without a connected number, or a number of the lead's. */
    conversation: conversationSchema.nullable(),
  })
  .meta({ id: 'TimelinePage' });
export type TimelinePage = z.infer<typeof timelinePageSchema>;
