import { cursorSchema, idSchema, momentSchema } from '~/shared/answers';
import { conversationStrings, messageStrings } from '~/shared/strings/lead/conversation';
import { z } from '~/shared/zod';

export type MessageKind = keyof typeof messageStrings.kinds;
/** From the outbox to the person; Meta's own words for the last four. */
export type MessageStatus = keyof typeof conversationStrings.statuses;

const referralText = z.exactOptional(z.string());
/** An advertisement or post that opened the chat; Meta's names. */
export const referralSchema = z.object({
  ...{ source_type: referralText, source_id: referralText, source_url: referralText },
  ...{ headline: referralText, body: referralText, ctwa_clid: referralText },
});

/** A WhatsApp message of a lead's conversation. */
export const leadMessageSchema = z
  .object({
    id: idSchema,
    lead_id: idSchema,
    direction: z.enum(['in', 'out']),
    kind: z.enum(Object.keys(messageStrings.kinds) as MessageKind[]),
    /** Text, caption or description; null for a file without a caption. */
    body: z.string().nullable(),
    at: momentSchema,
    /** Of outgoing messages. */
    status: z.enum(Object.keys(conversationStrings.statuses) as MessageStatus[]).nullable(),
    /** Why it failed, for people. */
    reason: z.string().nullable(),
    /** Null for the person's messages, and for ours written on the phone. */
    author_name: z.string().nullable(),
    /** Can be fetched while Meta keeps it. */
    file: z.object({ mime_type: z.string().nullable(), name: z.string().nullable() }).nullable(),
    /** The message it replies to, if known. */
    quoted: z.object({ direction: z.enum(['in', 'out']), text: z.string() }).nullable(),
    reactions: z.array(z.object({ direction: z.enum(['in', 'out']), emoji: z.string() })),
    /** What an edited message said before, oldest first, and since when. */
    former: z.array(z.object({ body: z.string().nullable(), at: momentSchema })),
    /** Deleted by its author, for everybody: its text and file are gone here, too. */
    is_revoked: z.boolean(),
    /** The advertisement or post that the person came from, as Meta tells it. */
    referral: referralSchema.nullable(),
  })
  .meta({
    id: 'LeadMessage',
    examples: [
      {
        ...{ id: 12, lead_id: 41, direction: 'in', kind: 'text', body: '¿Cuánto sale el plan Chat con IA?' },
        ...{ at: '2026-11-21T03:11:00.000Z', status: null, reason: null, author_name: null, file: null },
        ...{ quoted: null, reactions: [], former: [], is_revoked: false, referral: null },
      },
    ],
  });
export type LeadMessage = z.infer<typeof leadMessageSchema>;

/** WhatsApp accepts free text until 24 hours after their last message; null: the window is closed. */
export const conversationSchema = z.object({ window_ends_at: momentSchema.nullable() }).meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof conversationSchema>;

/** Fifty messages, oldest first; `next_cursor` leads to the fifty before them. */
export const messagesAnswer = conversationSchema.extend({
  messages: z.array(leadMessageSchema),
  next_cursor: cursorSchema,
});
export const messageAnswer = z.object({ message: leadMessageSchema });
