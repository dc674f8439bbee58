import { formatDay } from '~/shared/leads/days';
import type { ExportFormat, ExportPart } from '~/shared/leads/export-formats';
import type { Lead } from '~/shared/leads/lead';
import { writeLine } from '../../csv-writer';
import { inReadingThread } from '../../process/reading-thread';
import { writeSheetRow } from '../../xlsx-writer/sheet-xml';
import { MAX_ROWS_PER_PIECE, type RowPiece } from '../../xlsx-writer/write-workbook';
import type { ResolvedFilters } from '../list/filters';
import { selectIds } from '../list/lead-page-queries';
import { readForgivingSearch } from '../search/forgive-typos';
import { selectLeadsAmong, selectMatchingIds } from '../search/search-queries';
import { type Column, EXPORT_COLUMNS, type LeadRow, showMoment, shownColumns } from './columns';
import {
  type Placed,
  type RowCursor,
  selectBeside,
  selectEventsAmong,
  selectIdsAmong,
  selectNotesAmong,
  selectNotesOf,
} from './export-queries';
import { writeNoteHead } from './note-head';

/** Days and hours in a workbook are in the reader's zone. */
export type ExportStyle = { format: ExportFormat; zone: string };

export const listIds = inReadingThread('export-ids', (resolved: ResolvedFilters): number[] => {
  const { q } = resolved.filters;
  const all = { ...resolved, after: undefined, limit: Number.MAX_SAFE_INTEGER };
  if (q === undefined) return selectIds(all);
  const terms = readForgivingSearch(q);
  return terms ? selectMatchingIds(all, terms) : [];
});

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

const READERS: Record<ExportPart, Read> = {
  leads: readLeads,
  notes: readAmong((slice) => selectNotesAmong().all(slice)),
  history: readAmong((slice) =>
    selectEventsAmong()
      .all(slice)
      .map((event) => ({ ...event, other: event.other && JSON.parse(event.other) })),
  ),
};

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
