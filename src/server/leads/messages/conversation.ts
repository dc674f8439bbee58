import type { z } from 'zod';
import type { Lead } from '~/shared/leads/lead';
import type { Conversation, LeadMessage, MessageKind, messagesAnswer } from '~/shared/leads/message';
import { encodeCursor } from '~/shared/paging';
import { messageStrings } from '~/shared/strings/lead/conversation';
import { requireFound } from '../../app-error';
import { query } from '../../database/connection';
import { decodeCursor, ROWS_TO_READ, toPage } from '../../database/paging';
import { isConnected } from '../../whatsapp/connection';
import type { Referral } from '../../whatsapp/webhook-events';
import { findFollowing } from '../leads';

/** WhatsApp takes free text for this long after the person's last message. */
const WINDOW_MS = 24 * 60 * 60 * 1000;
const NEWEST = { created_at: '9999', id: 0 };

type Reached = Pick<Lead, 'id' | 'phone_key'>;

/** Key of the number that a template goes to: the lead's own or, if it has no valid one, that of their last message. */
export function reachableKey({ id, phone_key }: Reached): string | null {
  return phone_key ?? replyKey(id);
}

/** The person's last message: when, and the key of the number it came from. */
const selectLastReceived = query<[{ lead_id: number }], { at: string; phone_key: string }>(
  `SELECT at, phone_key FROM messages WHERE lead_id = :lead_id AND direction = 'in' ORDER BY at DESC LIMIT 1`,
);

/** Key of the number that a text goes to: that of their last message, whose 24 hours it needs. */
export function replyKey(lead_id: number): string | null {
  return selectLastReceived().get({ lead_id })?.phone_key ?? null;
}

/** Until when a lead can be written free text; null without a connection, or a number that WhatsApp knows. */
export function conversationOf(lead: Reached): Conversation | null {
  if (!isConnected() || reachableKey(lead) === null) return null;
  const last = selectLastReceived().get({ lead_id: lead.id });
  const ends = last ? Date.parse(last.at) + WINDOW_MS : 0;
  return { window_ends_at: ends > Date.now() ? new Date(ends).toISOString() : null };
}

type Slice = { lead_id: number; at: string; id: number; limit: number };

export const MESSAGE_JSON = `json_object('id', messages.id, 'lead_id', messages.lead_id, 'direction', messages.direction,
    'kind', messages.kind, 'body', messages.body, 'at', messages.at,
    'author_name', (SELECT name FROM profiles WHERE profiles.id = messages.author_id),
    'has_file', messages.media_id IS NOT NULL, 'mime_type', messages.mime_type, 'file_name', messages.file_name,
    'status', (SELECT status FROM message_statuses WHERE message_statuses.wamid = messages.wamid),
    'error', (SELECT error FROM message_statuses WHERE message_statuses.wamid = messages.wamid),
    'is_sent', messages.wamid IS NOT NULL,
    'quoted', json((SELECT json_object('direction', quoted.direction, 'kind', quoted.kind, 'body', quoted.body)
                    FROM messages AS quoted WHERE quoted.wamid = messages.reply_to AND quoted.lead_id = messages.lead_id)),
    'reactions', json((SELECT json_group_array(json_object('direction', message_reactions.direction, 'emoji', emoji))
                       FROM message_reactions WHERE message_reactions.wamid = messages.wamid AND emoji <> '')),
    'versions', json((SELECT json_group_array(json_object('body', body, 'at', at)) FROM (
                        SELECT body, at FROM message_versions
                        WHERE message_versions.wamid = messages.wamid AND is_revoked = 0
                        ORDER BY at, version <> message_versions.wamid, id))),
    'is_revoked', EXISTS (SELECT 1 FROM message_versions
                          WHERE message_versions.wamid = messages.wamid AND is_revoked = 1),
    'referral', json(messages.referral))`;

/** Messages of a lead before a keyset cursor, newest first, as JSON. */
const selectMessages = query<[Slice], { message: string }>(
  `SELECT ${MESSAGE_JSON} AS message FROM messages
   WHERE lead_id = :lead_id AND (at, id) < (:at, :id) ORDER BY at DESC, id DESC LIMIT :limit`,
);

/**
 * Fifty messages of a lead, oldest first: the newest ones or, with a cursor, those before the page that gave it. Also
 * until when WhatsApp takes free text.
 * @throws {AppError} `not_found`; `malformed` for a forged cursor.
 */
export function listMessages(leadId: number, cursor?: string): z.output<typeof messagesAnswer> {
  const lead = findFollowing(leadId);
  const { created_at, id } = cursor ? decodeCursor(cursor) : NEWEST;
  const found = selectMessages().all({ lead_id: lead.id, at: created_at, id, limit: ROWS_TO_READ });
  const messages = found.map(({ message }) => describeMessage(JSON.parse(message)));
  const { rows, next_cursor } = toPage(messages, (one) => encodeCursor({ created_at: one.at, id: one.id }));
  const window_ends_at = conversationOf(lead)?.window_ends_at ?? null;
  return { messages: rows.reverse(), next_cursor, window_ends_at };
}

const selectMessage = query<[{ id: number }], { message: string }>(
  `SELECT ${MESSAGE_JSON} AS message FROM messages WHERE id = :id`,
);

/** @throws {AppError} `not_found` */
export function findMessage(id: number): LeadMessage {
  return describeMessage(JSON.parse(requireFound(selectMessage().get({ id })).message));
}

const selectFile = query<
  [{ id: number; lead_id: number }],
  { media_id: string; mime_type: string | null; file_name: string | null }
>(
  `SELECT media_id, mime_type, file_name FROM messages
   WHERE id = :id AND lead_id = :lead_id AND media_id IS NOT NULL`,
);

/** The file of a lead's message, as Meta knows it. Throws AppError `not_found`, also for a message without one. */
export function findFile(leadId: number, id: number) {
  return requireFound(selectFile().get({ id, lead_id: findFollowing(leadId).id }));
}

export type MessageRow = {
  id: number;
  lead_id: number;
  direction: 'in' | 'out';
  kind: MessageKind;
  body: string | null;
  at: string;
  author_name: string | null;
  has_file: 0 | 1;
  mime_type: string | null;
  file_name: string | null;
  /** Null until the first status. */
  status: 'sent' | 'delivered' | 'read' | 'failed' | null;
  /** Meta's code, where it failed. */
  error: number | null;
  /** Whether Meta has it. */
  is_sent: 0 | 1;
  quoted: { direction: 'in' | 'out'; kind: MessageKind; body: string | null } | null;
  reactions: { direction: 'in' | 'out'; emoji: string }[];
  /** Oldest first; the last one is what it says now. Empty if it was never changed, or was revoked. */
  versions: { body: string | null; at: string }[];
  is_revoked: 0 | 1;
  referral: Referral | null;
};

/** A message as people and programs get it, with its delivery status and the reason of a failure in words. */
export function describeMessage(row: MessageRow): LeadMessage {
  const { has_file, mime_type, file_name, status, error, is_sent, quoted, versions, is_revoked, ...rest } = row;
  const isOurs = row.direction === 'out';
  const failure = (error !== null && messageStrings.failures[error]) || messageStrings.failed(error);
  return {
    ...rest,
    status: isOurs ? (status ?? (is_sent ? 'sent' : 'queued')) : null,
    reason: isOurs && status === 'failed' ? failure : null,
    file: has_file ? { mime_type, name: file_name } : null,
    former: versions.slice(0, -1),
    is_revoked: is_revoked === 1,
    quoted: quoted && { direction: quoted.direction, text: quoted.body ?? messageStrings.kinds[quoted.kind] },
  };
}
