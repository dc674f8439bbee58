import { query } from '~/server/database/connection';
import { EVENT_COLUMNS, type EventRow as StoredEvent } from '../history/event-queries';
import { bindValues, buildWhere, type ResolvedFilters } from '../list/filters';
import { readIds } from '../list/lead-list-queries';
import type { EventRow, LeadRow, NoteRow } from './columns';

const LISTED = '(SELECT key AS place, value AS listed FROM json_each(:ids))';

/** Of these leads those that match the filters, in the given order. */
export function selectIdsAmong(ids: readonly number[], resolved: ResolvedFilters): number[] {
  return readIds(
    `SELECT leads.id FROM ${LISTED} CROSS JOIN leads ON leads.id = listed
     WHERE ${buildWhere(resolved)} ORDER BY place`,
    { ...bindValues(resolved), ids: JSON.stringify(ids) },
  );
}

/** Owner's email, and messages of the enquiries that were merged into each lead. */
export const selectBeside = query<[{ ids: string }], Pick<LeadRow, 'id' | 'owner_email' | 'joined_messages'>>(
  `SELECT leads.id, (SELECT email FROM users WHERE users.id = owner_id) AS owner_email,
     CASE WHEN EXISTS (SELECT 1 FROM leads AS part WHERE part.joined_into = leads.id) THEN (
       SELECT group_concat(text, char(10, 10)) FROM (
         SELECT text FROM (
           SELECT mensaje AS text, created_at AS at FROM leads AS part WHERE part.joined_into = leads.id
           UNION ALL
           SELECT before ->> '$.fields.mensaje', joined_at FROM lead_joins WHERE into_id = leads.id
         ) WHERE text <> coalesce(leads.mensaje, '') GROUP BY text ORDER BY min(at)
       )
     ) END AS joined_messages
   FROM ${LISTED} CROSS JOIN leads ON leads.id = listed`,
);

export const selectNotesOf = query<[{ lead_id: number }], Pick<NoteRow, 'author_name' | 'body' | 'created_at'>>(
  `SELECT profiles.name AS author_name, body, lead_notes.created_at
   FROM lead_notes JOIN profiles ON profiles.id = author_id
   WHERE lead_id = :lead_id AND is_deleted = 0 ORDER BY lead_notes.created_at DESC, lead_notes.id DESC`,
);

/** Where a part resumes: after this note or event of this lead. */
export type RowCursor = { lead: number; id: number };
type RowSlice = RowCursor & { ids: string; limit: number };
export type Placed<Row> = Row & { id: number; lead_id: number };

const among = (table: string) =>
  `${LISTED} CROSS JOIN ${table} ON ${table}.lead_id = listed JOIN leads ON leads.id = listed
   LEFT JOIN profiles ON profiles.id = ${table === 'lead_notes' ? 'author_id' : 'actor_id'}`;
const afterCursor = (table: string) => `leads.deleted_at IS NULL AND (${table}.lead_id <> :lead OR ${table}.id > :id)`;
const inOrder = (table: string) => `ORDER BY place, ${table}.id LIMIT :limit`;

/** Notes of these leads, lead by lead, without deleted ones. */
export const selectNotesAmong = query<[RowSlice], Placed<NoteRow>>(
  `SELECT lead_notes.id, lead_id, nombre, coalesce(leads.email, '') AS email, whatsapp, profiles.name AS author_name,
     (SELECT email FROM users WHERE users.id = author_id) AS author_email, body, lead_notes.created_at, edited_at
   FROM ${among('lead_notes')} WHERE is_deleted = 0 AND ${afterCursor('lead_notes')} ${inOrder('lead_notes')}`,
);

export const selectEventsAmong = query<[RowSlice], Placed<Pick<EventRow, 'nombre'> & StoredEvent>>(
  `SELECT ${EVENT_COLUMNS}, lead_events.lead_id, nombre
   FROM ${among('lead_events')} WHERE ${afterCursor('lead_events')} ${inOrder('lead_events')}`,
);
