import type { z } from 'zod';
import type { Lead } from '~/shared/leads/lead';
import type { Conversation, LeadMessage, messagesAnswer } from '~/shared/leads/message';
import { encodeCursor } from '~/shared/paging';
import { messageStrings } from '~/shared/strings/lead/conversation';
import { requireFound } from '../../app-error';
import { decodeCursor, ROWS_TO_READ, toPage } from '../../database/paging';
import { isConnected } from '../../whatsapp/connection';
import { findFollowing } from '../leads';
import { type MessageRow, selectFile, selectLastReceived, selectMessage, selectMessages } from './message-queries';

/** WhatsApp takes free text for this long after the person's last message. */
const WINDOW_MS = 24 * 60 * 60 * 1000;
const NEWEST = { created_at: '9999', id: 0 };

type Reached = Pick<Lead, 'id' | 'phone_key'>;

/** Key of the number that a template goes to: the lead's own or, if it has no valid one, that of their last message. */
export function reachableKey({ id, phone_key }: Reached): string | null {
  return phone_key ?? replyKey(id);
}

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

/** @throws {AppError} `not_found` */
export function findMessage(id: number): LeadMessage {
  return describeMessage(JSON.parse(requireFound(selectMessage().get({ id })).message));
}

/** The file of a lead's message, as Meta knows it. Throws AppError `not_found`, also for a message without one. */
export function findFile(leadId: number, id: number) {
  return requireFound(selectFile().get({ id, lead_id: findFollowing(leadId).id }));
}

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
