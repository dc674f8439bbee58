import { type HistoryKind, KIND_OF_EVENT, type LeadEvent, type TimelinePage } from '~/shared/leads/event';
import { encodeCursor } from '~/shared/paging';
import { decodeCursor, ROWS_TO_READ, toPage } from '../database/paging';
import { type EventRow, selectTimeline } from './event-queries';
import { findFollowing } from './leads';

const BEFORE_EVERYTHING = { created_at: '9999', id: 0 };

/**
 * A lead's history, its notes among its events, newest first, 50 at a time; with a kind only what is of it. Throws
 * AppError `not_found`; `malformed` for a cursor of somebody's own making.
 */
export function readTimeline(leadId: number, kind?: HistoryKind, cursor?: string): TimelinePage {
  const lead = findFollowing(leadId);
  const { created_at, id } = cursor ? decodeCursor(cursor) : BEFORE_EVERYTHING;
  const types = JSON.stringify(typesOf(kind));
  const found = selectTimeline().all({ lead_id: lead.id, types, created_at, id, limit: ROWS_TO_READ });
  const { rows, next_cursor } = toPage(found, encodeCursor);
  return { events: rows.map(toEvent), next_cursor };
}

function typesOf(kind: HistoryKind | undefined): string[] {
  return Object.entries(KIND_OF_EVENT).flatMap(([type, own]) => (!kind || own === kind ? [type] : []));
}

function toEvent({ note_body, note_edited_at, note_is_deleted, other, ...event }: EventRow): LeadEvent {
  const note =
    note_is_deleted === null
      ? null
      : { body: note_body, edited_at: note_edited_at, is_deleted: note_is_deleted === 1 };
  return { ...event, note, other: other === null ? null : JSON.parse(other) };
}
