import type { z } from 'zod';
import type { LeadMessage, messagesAnswer } from '~/shared/leads/message';
import { encodeCursor } from '~/shared/paging';
import { AppError } from '../../app-error';
import { decodeCursor, ROWS_TO_READ, toPage } from '../../database/paging';
import { findFollowing } from '../leads';
import { describeMessage } from './describe-message';
import { conversationOf } from './messages';
import { selectFile, selectMessage, selectMessages } from './sent-queries';

const NEWEST = { created_at: '9999', id: 0 };

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
  const row = selectMessage().get({ id });
  if (!row) throw new AppError('not_found');
  return describeMessage(JSON.parse(row.message));
}

/**
 * The file of a lead's message, as Meta knows it.
 * @throws {AppError} `not_found`, also for a message without one.
 */
export function findFile(leadId: number, id: number) {
  const file = selectFile().get({ id, lead_id: findFollowing(leadId).id });
  if (!file) throw new AppError('not_found');
  return file;
}
