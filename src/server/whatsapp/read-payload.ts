import { z } from 'zod';
import { cleanLine } from '~/shared/clean-text';
import type { Part } from './payload-parts';
import { readContent, storable } from './read-content';
import type { WhatsappEvent, WhatsappMessage } from './webhook-events';

/** The outcome of reading a part: events, nothing of interest, another number's, or unreadable. */
export type ReadPart =
  | { events: WhatsappEvent[] }
  | { unknown: string; events?: WhatsappEvent[] }
  | 'nothing'
  | 'other number';

const EARLIEST = Date.parse('2009-01-01');
const LATEST = Date.parse('2100-01-01');

/** Seconds since 1970, as text. */
const moment = z.coerce
  .number()
  .transform((seconds) => seconds * 1000)
  .refine((ms) => ms > EARLIEST && ms < LATEST)
  .transform((ms) => new Date(ms).toISOString());
const wamid = z.string().min(1).max(300);
const digits = z.coerce
  .string()
  .transform((text) => text.replace(/^\+/, ''))
  .pipe(z.string().regex(/^\d{5,20}$/));

const messageSchema = z.object({
  id: wamid,
  type: z.string().min(1),
  timestamp: moment,
  from: digits.optional().catch(undefined),
  to: digits.optional().catch(undefined),
  group_id: z.unknown().optional(),
  context: z
    .object({ id: wamid.nullish().catch(null) })
    .nullish()
    .catch(null),
  reaction: z.unknown().optional(),
  history_context: z.object({ status: z.string().nullish(), from_me: z.boolean().nullish() }).nullish().catch(null),
});
const reactionSchema = z.object({ message_id: wamid, emoji: z.string().nullish() });
const statusSchema = z.object({
  id: wamid,
  status: z.string(),
  timestamp: moment,
  errors: z
    .array(z.object({ code: z.coerce.number().int() }))
    .nullish()
    .catch(null),
  biz_opaque_callback_data: z.string().max(512).nullish().catch(null),
});
const contactSchema = z.object({
  wa_id: z.coerce.string().nullish(),
  profile: z.object({ name: z.string().nullish() }).nullish(),
});

/** Types that are nobody's message: they change or report something else. */
const NO_MESSAGES = new Set(['system', 'edit', 'revoke', 'request_welcome', 'errors']);
const MAX_NAME_LENGTH = 120;
const MAX_EMOJI_LENGTH = 40;

/** Reads a part of a webhook for the connected number. Never throws. */
export function readPart(part: Part, phoneNumberId: string): ReadPart {
  if (part.phoneNumberId !== null && part.phoneNumberId !== phoneNumberId) return 'other number';
  switch (part.kind) {
    case 'nothing':
      return 'nothing';
    case 'unknown':
      return { unknown: part.field };
    case 'status':
      return readStatus(part.raw);
    default:
      return readMessage(part);
  }
}

const STATUSES: Record<string, 'sent' | 'delivered' | 'read' | 'failed'> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  // A voice message.
  played: 'read',
};

function readStatus(raw: unknown): ReadPart {
  const read = statusSchema.safeParse(raw);
  const status = read.success ? STATUSES[read.data.status] : undefined;
  if (!read.success || !status) return { unknown: `status ${read.data?.status ?? ''}`.trim() };
  const { id, timestamp, errors, biz_opaque_callback_data } = read.data;
  const error = status === 'failed' ? (errors?.[0]?.code ?? null) : null;
  const sent_as = biz_opaque_callback_data ?? null;
  return { events: [{ type: 'status', wamid: id, status, error, at: timestamp, sent_as }] };
}

type ReadMessage = z.output<typeof messageSchema>;

function readMessage(part: Part): ReadPart {
  const read = messageSchema.safeParse(part.raw);
  if (!read.success) return { unknown: part.field };
  const message = read.data;
  const side = findSide(part, message);
  // A group's message belongs to nobody's conversation.
  if (!side || message.group_id !== undefined || NO_MESSAGES.has(message.type)) return { unknown: message.type };
  // Its file follows, if Meta still has it, with the same id.
  if (message.type === 'media_placeholder') return 'nothing';
  if (message.type === 'reaction') return readReaction(message, side.direction);
  const { isKnown, ...content } = readContent(message.type, part.raw);
  const events: WhatsappEvent[] = [
    {
      type: 'message',
      wamid: message.id,
      ...side,
      name: findName(part, side.number),
      at: message.timestamp,
      ...content,
      reply_to: message.context?.id ?? null,
      isPast: part.kind === 'past',
    },
    ...pastStatus(part, message, side.direction),
  ];
  return isKnown ? { events } : { events, unknown: message.type };
}

/** The direction and the person's number; null if not given. */
function findSide(
  { kind, thread, ownNumber }: Part,
  { from, to, history_context }: ReadMessage,
): Pick<WhatsappMessage, 'direction' | 'number'> | null {
  const isOurs =
    kind === 'echo' ||
    (kind === 'past' &&
      (history_context?.from_me === true || (thread === null ? from === ownNumber : from !== digitsOf(thread))));
  const number = thread === null ? (isOurs ? to : from) : digitsOf(thread);
  return number ? { direction: isOurs ? 'out' : 'in', number } : null;
}

const digitsOf = (text: string) => digits.safeParse(text).data;

function readReaction({ reaction, timestamp }: ReadMessage, direction: 'in' | 'out'): ReadPart {
  const read = reactionSchema.safeParse(reaction);
  if (!read.success) return { unknown: 'reaction' };
  const { message_id, emoji } = read.data;
  const shown = storable(emoji ?? '', MAX_EMOJI_LENGTH) ?? '';
  return { events: [{ type: 'reaction', wamid: message_id, direction, emoji: shown, at: timestamp }] };
}

/** The delivery status of one of our messages in the history. */
function pastStatus(
  { kind }: Part,
  { id, timestamp, history_context }: ReadMessage,
  direction: 'in' | 'out',
): WhatsappEvent[] {
  const reported = history_context?.status?.toLowerCase() ?? '';
  const status = STATUSES[reported === 'error' ? 'failed' : reported];
  if (kind !== 'past' || direction === 'in' || !status) return [];
  return [{ type: 'status', wamid: id, status, error: null, at: timestamp, sent_as: null }];
}

/** The profile name of the contact with that number, or of the only contact. */
function findName({ contacts }: Part, number: string): string | null {
  const read = contacts.flatMap((one) => contactSchema.safeParse(one).data ?? []);
  const found = read.find(({ wa_id }) => wa_id === number) ?? (read.length === 1 ? read[0] : undefined);
  return storable(found?.profile?.name ?? '', MAX_NAME_LENGTH, cleanLine);
}
