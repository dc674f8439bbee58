import { z } from 'zod';
import { cleanLine } from '~/shared/clean-text';
import { referralSchema } from '~/shared/leads/message';
import type { Part } from './payload-parts';
import { readContent, storable } from './read-content';
import { findUnread } from './unread-fields';
import {
  type Direction,
  RECEIPTS,
  type Referral,
  type WhatsappEvent,
  type WhatsappMessage,
  type WhatsappPerson,
} from './webhook-events';

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

/** 'AR.' and letters or digits. */
const userId = z.string().regex(/^[A-Z]{2}\.[\w.-]{1,136}$/);
const optionalDigits = digits.nullish().catch(null);
const optionalId = userId.nullish().catch(null);
/** Where a number stood always, an id may stand. */
const party = z.union([digits, userId]).nullish().catch(null);

const messageSchema = z.object({
  id: wamid,
  type: z.string().min(1),
  timestamp: moment,
  from: party,
  to: party,
  from_user_id: optionalId,
  to_user_id: optionalId,
  referral: z.unknown().optional(),
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
  wa_id: z.coerce.string().nullish().catch(null),
  user_id: optionalId,
  profile: z.object({ name: z.string().nullish(), username: z.string().nullish() }).nullish().catch(null),
});
const versionSchema = z.object({
  original_message_id: wamid,
  message: z.looseObject({ type: z.string().min(1) }).optional(),
});
const moveSchema = z.object({
  type: z.enum(['user_changed_number', 'customer_changed_number', 'user_changed_user_id']),
  wa_id: optionalDigits,
  user_id: optionalId,
});
/** Who shares their own number on request tells it in a card. */
const ownCardSchema = z.object({
  origin: z.literal('contact_request'),
  contacts: z.array(z.object({ phones: z.array(z.object({ wa_id: optionalDigits, phone: z.string().nullish() })) })),
});
const MAX_REFERRAL_LENGTH = 1000;
const referralText = z
  .string()
  .transform((text) => storable(text, MAX_REFERRAL_LENGTH) ?? undefined)
  .optional()
  .catch(undefined);
const storableReferral = z.object(
  Object.fromEntries(Object.keys(referralSchema.shape).map((name) => [name, referralText])),
);

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

/** 'played' is a voice message's. */
const findReceipt = (text: string) =>
  RECEIPTS.find((receipt) => receipt === (text === 'played' ? 'read' : text === 'error' ? 'failed' : text));

function readStatus(raw: unknown): ReadPart {
  const read = statusSchema.safeParse(raw);
  const status = read.success ? findReceipt(read.data.status) : undefined;
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
  if (message.type === 'edit' || message.type === 'revoke') return readVersion(message, part.raw);
  if (message.type === 'system') return readMove(message, part.raw);
  const side = findSide(part, message);
  // A group's message belongs to nobody's conversation; an error is nobody's.
  if (!side || message.group_id !== undefined || message.type === 'errors') return { unknown: message.type };
  // Its file follows, if Meta still has it, with the same id.
  if (message.type === 'media_placeholder') return 'nothing';
  if (message.type === 'reaction') return readReaction(message, side.direction);
  const { isKnown, ...content } = readContent(message.type, part.raw);
  const events: WhatsappEvent[] = [
    {
      type: 'message',
      wamid: message.id,
      ...side,
      name: findName(part, side),
      at: message.timestamp,
      ...content,
      reply_to: message.context?.id ?? null,
      referral: readReferral(message.referral),
      isPast: part.kind === 'past',
    },
    ...pastStatus(part, message, side.direction),
  ];
  if (!isKnown) return { events, unknown: message.type };
  const unread = findUnread(message.type, part.raw);
  return unread === null ? { events } : { events, unknown: unread };
}

/** The direction and the person; null if not given. */
function findSide(part: Part, message: ReadMessage): Pick<WhatsappMessage, 'direction' | keyof WhatsappPerson> | null {
  const { kind, thread, ownNumber } = part;
  const { from, to, history_context } = message;
  const isOurs =
    kind === 'echo' ||
    (kind === 'past' &&
      (history_context?.from_me === true ||
        (digitsOf(thread) === null ? from === ownNumber : from !== digitsOf(thread))));
  const named = thread ?? (isOurs ? to : from) ?? null;
  const number = digitsOf(named) ?? ownNumberIn(part.raw);
  const id = (isOurs ? message.to_user_id : message.from_user_id) ?? idOf(named);
  const userId = id ?? findContact(part, { number, userId: null }, named === null)?.user_id ?? null;
  return number || userId ? { direction: isOurs ? 'out' : 'in', number, userId } : null;
}

const digitsOf = (text: string | null) => digits.safeParse(text ?? '').data ?? null;
const idOf = (text: string | null) => userId.safeParse(text).data ?? null;

function ownNumberIn(raw: unknown): string | null {
  const phone = ownCardSchema.safeParse(raw).data?.contacts[0]?.phones[0];
  return phone?.wa_id ?? digitsOf(phone?.phone?.replace(/\D/g, '') ?? null);
}

/** What an edited message says now, or that it is revoked. */
function readVersion({ id, type, timestamp }: ReadMessage, raw: unknown): ReadPart {
  const read = versionSchema.safeParse((raw as Record<string, unknown>)[type]);
  const edited = read.data?.message;
  const content = edited && readContent(edited.type, edited);
  const isRevoked = type === 'revoke';
  if (!read.success || !(isRevoked || content?.isKnown)) return { unknown: type };
  const body = isRevoked ? null : (content?.body ?? null);
  const wamid = read.data.original_message_id;
  return { events: [{ type: 'version', wamid, version: id, isRevoked, body, at: timestamp }] };
}

function readMove({ from = null, from_user_id, timestamp }: ReadMessage, raw: unknown): ReadPart {
  const read = moveSchema.safeParse((raw as { system?: unknown }).system);
  const before = { number: digitsOf(from), userId: from_user_id ?? idOf(from) };
  if (!read.success || (before.number ?? before.userId) === null) return { unknown: 'system' };
  const to = { number: read.data.wa_id ?? null, userId: read.data.user_id ?? null };
  return { events: [{ type: 'move', from: before, to, at: timestamp }] };
}

function readReferral(given: unknown): Referral | null {
  const read = storableReferral.safeParse(given);
  return read.success && Object.values(read.data).some((text) => text !== undefined) ? (read.data as Referral) : null;
}

function readReaction({ reaction, timestamp }: ReadMessage, direction: Direction): ReadPart {
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
  direction: Direction,
): WhatsappEvent[] {
  const status = findReceipt(history_context?.status?.toLowerCase() ?? '');
  if (kind !== 'past' || direction === 'in' || !status) return [];
  return [{ type: 'status', wamid: id, status, error: null, at: timestamp, sent_as: null }];
}

/** The contact with that number or id, or else, with `orOnly`, the only one. */
function findContact({ contacts }: Part, { number, userId }: WhatsappPerson, orOnly: boolean) {
  const read = contacts.flatMap((one) => contactSchema.safeParse(one).data ?? []);
  const found = read.find(({ wa_id, user_id }) => (number && wa_id === number) || (userId && user_id === userId));
  return found ?? (orOnly && read.length === 1 ? read[0] : undefined);
}

/** The contact's profile name, or else user name. */
function findName(part: Part, person: WhatsappPerson): string | null {
  const profile = findContact(part, person, true)?.profile;
  return (
    storable(profile?.name ?? '', MAX_NAME_LENGTH, cleanLine) ??
    storable(profile?.username ?? '', MAX_NAME_LENGTH, cleanLine)
  );
}
