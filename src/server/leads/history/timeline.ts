import { type HistoryKind, KIND_OF_EVENT, type LeadEvent, type TimelinePage } from '~/shared/leads/event';
import { encodeCursor } from '~/shared/paging';
import { decodeCursor, ROWS_TO_READ, toPage } from '../../database/paging';
import { findFollowing } from '../leads';
import { conversationOf, describeMessage } from '../messages/conversation';
import { type EventRow, selectTimeline } from './event-queries';

const NEWEST_FIRST = { created_at: '9999', id: 0 };

type TimelineRequest = {
  kind?: HistoryKind | undefined;
  cursor?: string | undefined;
  /** Leaves out what was written by WhatsApp. */
  hidesMessages?: boolean;
};

/**
 * A lead's history with its notes, newest first, 50 at a time, optionally of one kind.
 * @throws {AppError} `not_found`; `malformed` for a forged cursor.
 */
export function readTimeline(
  leadId: number,
  { kind, cursor, hidesMessages = false }: TimelineRequest = {},
): TimelinePage {
  const lead = findFollowing(leadId);
  const { created_at, id } = cursor ? decodeCursor(cursor) : NEWEST_FIRST;
  const types = JSON.stringify(typesOf(kind));
  const found = selectTimeline().all({ lead_id: lead.id, types, created_at, id, limit: ROWS_TO_READ });
  const { rows, next_cursor } = toPage(found, encodeCursor);
  const events = rows.map(toEvent);
  if (!hidesMessages) return { events, next_cursor, conversation: conversationOf(lead) };
  return { events: events.map((event) => ({ ...event, message: null })), next_cursor, conversation: null };
}

function typesOf(kind: HistoryKind | undefined): string[] {
  return Object.entries(KIND_OF_EVENT).flatMap(([type, own]) => (!kind || own === kind ? [type] : []));
}

function toEvent({ note, message, other, ...event }: EventRow): LeadEvent {
  return {
    ...event,
    note: note && JSON.parse(note),
    message: message === null ? null : describeMessage(JSON.parse(message)),
    other: other && JSON.parse(other),
  };
}
