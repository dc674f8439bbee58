import { type HistoryKind, KIND_OF_EVENT, type LeadEvent, type TimelinePage } from '~/shared/leads/event';
import { encodeCursor } from '~/shared/paging';
import { query } from '../../database/connection';
import { decodeCursor, ROWS_TO_READ, toPage } from '../../database/paging';
import { findFollowing } from '../leads';
import { conversationOf, describeMessage } from '../messages/conversation';
import { MESSAGE_JSON } from '../messages/message-queries';
import { EVENT_COLUMNS, type EventRow } from './event-queries';

const NEWEST_FIRST = { created_at: '9999', id: 0 };

type TimelineRequest = {
  kind?: HistoryKind | undefined;
  cursor?: string | undefined;
  /** Leaves out what was written by WhatsApp. */
  hidesMessages?: boolean;
};

/** The note that was added, as it is now; the text of a deleted one is not read. */
const NOTE = `json_object('id', note.id, 'lead_id', note.lead_id, 'author_id', note.author_id, 'author_name', profiles.name,
    'by_program', json(iif(EXISTS (SELECT 1 FROM api_tokens WHERE api_tokens.id = note.author_id), 'true', 'false')),
    'body', iif(note.is_deleted, NULL, note.body), 'created_at', note.created_at, 'edited_at', note.edited_at,
    'is_deleted', json(iif(note.is_deleted, 'true', 'false')))`;

type TimelineSlice = {
  lead_id: number;
  /** A JSON list of the types to read. */
  types: string;
  /** Keyset cursor: only rows older than this. */
  created_at: string;
  id: number;
  limit: number;
};

/** A lead's timeline, newest first. A note stands at the event that added it. */
const selectTimeline = query<[TimelineSlice], EventRow>(
  `SELECT ${EVENT_COLUMNS}, CASE WHEN note.id IS NOT NULL THEN ${NOTE} END AS note,
     CASE WHEN type IN ('message_received', 'message_sent') THEN (
       SELECT ${MESSAGE_JSON} FROM messages WHERE messages.id = CAST(to_value AS INTEGER)
     ) END AS message,
     CASE type WHEN 'created' THEN (
       SELECT consent FROM enquiries
       WHERE enquiries.lead_id = coalesce(lead_events.origin_id, lead_events.lead_id) AND consent IS NOT NULL
       ORDER BY enquiries.id LIMIT 1
     ) END AS consent
   FROM lead_events LEFT JOIN profiles ON profiles.id = lead_events.actor_id
     LEFT JOIN lead_notes AS note
       ON type = 'note_added' AND note.id = CAST(to_value AS INTEGER) AND note.lead_id = lead_events.lead_id
   WHERE lead_events.lead_id = :lead_id AND (lead_events.created_at, lead_events.id) < (:created_at, :id)
     AND type IN (SELECT value FROM json_each(:types))
   ORDER BY lead_events.created_at DESC, lead_events.id DESC LIMIT :limit`,
);

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
