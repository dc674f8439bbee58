import { formatDay } from '~/shared/leads/days';
import type { ExportFormat, ExportPart } from '~/shared/leads/enums';
import type { Lead } from '~/shared/leads/lead';
import { writeLine } from '../../csv-writer';
import { query } from '../../database/connection';
import { inReadingThread } from '../../process/reading-thread';
import { writeSheetRow } from '../../xlsx-writer/sheet-xml';
import { MAX_ROWS_PER_PIECE, type RowPiece } from '../../xlsx-writer/write-workbook';
import { EVENT_COLUMNS, type EventRow as StoredEvent } from '../history/event-queries';
import type { ResolvedFilters } from '../list/filters';
import { selectIds, selectIdsAmong } from '../list/list-queries';
import { readForgivingSearch } from '../search/search';
import { selectLeadsAmong, selectMatchingIds } from '../search/search-queries';
import {
  type Column,
  type EventRow,
  EXPORT_COLUMNS,
  type LeadRow,
  type NoteRow,
  showMoment,
  shownColumns,
  writeNoteHead,
} from './columns';

/** Days and hours in a workbook are in the reader's zone. */
export type ExportStyle = { format: ExportFormat; zone: string };

/** Ids of all matching leads, in the list's order. */
export const listIds = inReadingThread('export-ids', (resolved: ResolvedFilters): number[] => {
  const { q } = resolved.filters;
  const all = { ...resolved, after: undefined, limit: Number.MAX_SAFE_INTEGER };
  if (q === undefined) return selectIds(all);
  const terms = readForgivingSearch(q);
  return terms ? selectMatchingIds(all, terms) : [];
});

/** Where a part resumes: after this note or event of this lead. */
type RowCursor = { lead: number; id: number };

type Order = {
  part: ExportPart;
  ids: number[];
  after: RowCursor;
  resolved: ResolvedFilters;
  style: ExportStyle;
  row: number;
};

/** `written`: how many leads are completely written. */
export type ExportPiece = RowPiece & { written: number; after: RowCursor };

export const START: RowCursor = { lead: 0, id: 0 };

/** The next rows of a part, for those of these leads that still match. */
export const writePiece = inReadingThread(
  'export-piece',
  ({ part, ids, after, resolved, style, row }: Order): ExportPiece => {
    const { rows, ...progress } = READERS[part](ids, after, resolved, style.zone);
    const write = style.format === 'csv' ? lineOf(part) : sheetRowOf(part, style.zone, row);
    return {
      text: rows.map((found, at) => write(found as never, at)).join(''),
      rows: rows.length,
      ...progress,
    };
  },
);

function lineOf(part: ExportPart): (found: never) => string {
  const columns = EXPORT_COLUMNS[part];
  return (found) => writeLine(columns.map(({ read }) => read(found)));
}

function sheetRowOf(part: ExportPart, zone: string, row: number): (found: never, at: number) => string {
  const columns = shownColumns(part);
  const cell = ({ read, show }: Column<never>, found: never) => (show ? show(found, zone) : read(found));
  return (found, at) =>
    writeSheetRow(
      row + at,
      columns.map((column) => cell(column, found)),
    );
}

type Found = Pick<ExportPiece, 'written' | 'after'> & { rows: unknown[] };
type Read = (ids: number[], after: RowCursor, resolved: ResolvedFilters, zone: string) => Found;

const inOrder = (table: string) => `ORDER BY place, ${table}.id LIMIT :limit`;

const afterCursor = (table: string) => `leads.deleted_at IS NULL AND (${table}.lead_id <> :lead OR ${table}.id > :id)`;

const LISTED = '(SELECT key AS place, value AS listed FROM json_each(:ids))';

const among = (table: string) =>
  `${LISTED} CROSS JOIN ${table} ON ${table}.lead_id = listed JOIN leads ON leads.id = listed
   LEFT JOIN profiles ON profiles.id = ${table === 'lead_notes' ? 'author_id' : 'actor_id'}`;

/** `id` is the note's or the event's. */
type Placed<Row> = Row & { id: number; lead_id: number };

type RowSlice = RowCursor & { ids: string; limit: number };

const selectEventsAmong = query<[RowSlice], Placed<Pick<EventRow, 'nombre'> & StoredEvent>>(
  `SELECT ${EVENT_COLUMNS}, lead_events.lead_id, nombre
   FROM ${among('lead_events')} WHERE ${afterCursor('lead_events')} ${inOrder('lead_events')}`,
);

/** Notes of these leads, lead by lead, without deleted ones. */
const selectNotesAmong = query<[RowSlice], Placed<NoteRow>>(
  `SELECT lead_notes.id, lead_id, nombre, coalesce(leads.email, '') AS email, whatsapp, profiles.name AS author_name,
     (SELECT email FROM users WHERE users.id = author_id) AS author_email, body, lead_notes.created_at, edited_at
   FROM ${among('lead_notes')} WHERE is_deleted = 0 AND ${afterCursor('lead_notes')} ${inOrder('lead_notes')}`,
);

const READERS: Record<ExportPart, Read> = {
  leads: readLeads,
  notes: readAmong((slice) => selectNotesAmong().all(slice)),
  history: readAmong((slice) =>
    selectEventsAmong()
      .all(slice)
      .map((event) => ({ ...event, other: event.other && JSON.parse(event.other) })),
  ),
};

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

function readLeads(ids: number[], _: RowCursor, resolved: ResolvedFilters, zone: string): Found {
  const leads = selectLeadsAmong(ids, { ...resolved, after: undefined, limit: ids.length });
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  const beside = new Map(
    selectBeside()
      .all({ ids: JSON.stringify(ids) })
      .map((row) => [row.id, row]),
  );
  const rows = ids.flatMap((id): LeadRow[] => {
    const [lead, more] = [byId.get(id), beside.get(id)];
    if (!lead || !more) return [];
    const { owner_email, joined_messages } = more;
    return [
      {
        ...lead,
        owner_email,
        joined_messages: cut(joined_messages ?? '') || null,
        notes: readNotes(lead, zone),
      },
    ];
  });
  return { rows, written: ids.length, after: START };
}

/**
 * Cells of Excel, and of our import, hold 32,767 characters; guarding lines that could be formulas may add half. The
 * full text stays in the part of its own.
 */
const MAX_CELL_LENGTH = 21_000;

const cut = (text: string) => (text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH)}…` : text);

const selectNotesOf = query<[{ lead_id: number }], Pick<NoteRow, 'author_name' | 'body' | 'created_at'>>(
  `SELECT profiles.name AS author_name, body, lead_notes.created_at
   FROM lead_notes JOIN profiles ON profiles.id = author_id
   WHERE lead_id = :lead_id AND is_deleted = 0 ORDER BY lead_notes.created_at DESC, lead_notes.id DESC`,
);

/** A lead's notes as one text, newest first, each with author and time. */
function readNotes({ id, notes_count }: Lead, zone: string): string {
  if (notes_count === 0) return '';
  let text = '';
  for (const { author_name, body, created_at } of selectNotesOf().iterate({ lead_id: id })) {
    text += `${text && '\n\n'}${writeNoteHead(writeMoment(created_at, zone), author_name)}${body}`;
    if (text.length > MAX_CELL_LENGTH) break;
  }
  return cut(text);
}

/** 'dd/mm/aaaa hh:mm'. */
function writeMoment(at: string, zone: string): string {
  const { wall } = showMoment(at, zone);
  return `${formatDay(wall.slice(0, 10))} ${wall.slice(11, 16)}`;
}

function readAmong(select: (slice: RowCursor & { ids: string; limit: number }) => Placed<object>[]): Read {
  return (ids, after, resolved) => {
    const slice = { ...after, ids: JSON.stringify(selectIdsAmong(ids, resolved)), limit: MAX_ROWS_PER_PIECE };
    const rows = select(slice);
    const last = rows.at(-1);
    if (!last || rows.length < MAX_ROWS_PER_PIECE) return { rows, written: ids.length, after: START };
    return { rows, written: ids.indexOf(last.lead_id), after: { lead: last.lead_id, id: last.id } };
  };
}
