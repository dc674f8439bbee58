import { cursorSchema, idSchema, momentSchema } from '~/shared/answers';
import { z } from '~/shared/zod';

/** Kinds of WhatsApp messages; `other` is any that Meta adds. */
const MESSAGE_KINDS = [
  'text',
  'template',
  'image',
  'audio',
  'video',
  'document',
  'sticker',
  'location',
  'contacts',
  'button',
  'interactive',
  'order',
  'unsupported',
  'other',
] as const;

/** From the outbox to the person; Meta's own words for the last four. */
const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const;

/** A WhatsApp message of a lead's conversation. */
export const leadMessageSchema = z
  .object({
    id: idSchema,
    lead_id: idSchema,
    direction: z.enum(['in', 'out']),
    kind: z.enum(MESSAGE_KINDS),
    /** Text, caption, or what tells of it in words; null for a file without a caption. */
    body: z.string().nullable(),
    at: momentSchema,
    /** Only of ours. */
    status: z.enum(MESSAGE_STATUSES).nullable(),
    /** Why it failed, for people. */
    reason: z.string().nullable(),
    /** Who wrote it here; null: the person, or one of ours on the phone. */
    author_name: z.string().nullable(),
    /** A file that can be fetched while Meta keeps it. */
    file: z.object({ mime_type: z.string().nullable(), name: z.string().nullable() }).nullable(),
    /** The message it answers, if it is known here. */
    quoted: z.object({ direction: z.enum(['in', 'out']), text: z.string() }).nullable(),
    reactions: z.array(z.object({ direction: z.enum(['in', 'out']), emoji: z.string() })),
  })
  .meta({
    id: 'LeadMessage',
    examples: [
      {
        ...{ id: 12, lead_id: 41, direction: 'in', kind: 'text', body: '¿Cuánto sale el plan Chat con IA?' },
        ...{ at: '2026-11-21T03:11:00.000Z', status: null, reason: null, author_name: null, file: null },
        ...{ quoted: null, reactions: [] },
      },
    ],
  });
export type LeadMessage = z.infer<typeof leadMessageSchema>;
export type MessageKind = LeadMessage['kind'];
export type MessageStatus = NonNullable<LeadMessage['status']>;

/** Until when WhatsApp lets us write freely: 24 hours after their last message. Null: not now. */
export const conversationSchema = z
  .object({ window_ends_at: momentSchema.nullable() })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof conversationSchema>;

/** Fifty messages, oldest first; `next_cursor` leads to the fifty before them. */
export const messagesAnswer = conversationSchema.extend({
  messages: z.array(leadMessageSchema),
  next_cursor: cursorSchema,
});
export const messageAnswer = z.object({ message: leadMessageSchema });
