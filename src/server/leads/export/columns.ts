import { ORIGIN_FIELDS } from '~/shared/enquiries/origin';
import type { ImportField } from '~/shared/imports/import';
import { localTimeIn } from '~/shared/leads/days';
import { describeAct, describeActor } from '~/shared/leads/describe-event';
import type { ExportPart } from '~/shared/leads/enums';
import type { LeadEvent } from '~/shared/leads/event';
import { fieldOf, LEAD_FIELD_NAMES, type LeadFieldName } from '~/shared/leads/fields';
import type { Lead } from '~/shared/leads/lead';
import { describeLeadValue } from '~/shared/leads/values';
import { originFields } from '~/shared/strings/lead/origin';
import { leadStrings } from '~/shared/strings/leads';
import { exportFile } from '~/shared/strings/panel/export';
import type { SheetCell, WallTime } from '../../xlsx-writer/sheet-xml';

const heads = exportFile.columns;

export type LeadRow = Lead & { owner_email: string | null; joined_messages: string | null; notes: string };
export type NoteRow = Pick<Lead, 'nombre' | 'email' | 'whatsapp'> & {
  lead_id: number;
  author_name: string;
  author_email: string;
  body: string;
  created_at: string;
  edited_at: string | null;
};

export type EventRow = LeadEvent & { lead_id: number; nombre: string };

export type Column<Row> = {
  /** Header for programs (CSV). */
  name: string;
  /** Header and width, in characters, in a workbook. Without a header the column is left out there. */
  head?: string;
  width?: number;
  /** The field an import reads it as; omitted if none. */
  importsAs?: ImportField;
  read: (row: Row) => string | number | null;
  /** The value for people, where it differs. */
  show?: (row: Row, zone: string) => SheetCell;
};

/** A moment, shown in the reader's time zone. */
function moment<Row>(name: keyof Row & string, head: string): Column<Row> {
  const read = (row: Row) => row[name] as string | null;
  const show = (row: Row, zone: string) => {
    const at = read(row);
    return at && showMoment(at, zone);
  };
  return { name, head, width: 17, read, show };
}

/** A field's column: what people read, and a number as one. */
function field(name: Exclude<LeadFieldName, 'owner_id' | 'next_contact_at'>): Column<LeadRow> {
  const { kind, width = 17 } = fieldOf(name);
  const read = (lead: LeadRow) => lead[name];
  const show = (lead: LeadRow, zone: string) => {
    const value = read(lead);
    if (!value || kind === 'number') return value;
    return kind === 'moment' ? showMoment(String(value), zone) : describeLeadValue(name, value);
  };
  return { name, head: heads[name], width, importsAs: name, read, show };
}

/** A column that shows what programs read. */
function plain<Row>(name: keyof Row & string, head: string, width: number, importsAs?: ImportField): Column<Row> {
  return { name, head, width, read: (row) => row[name] as string | number | null, ...(importsAs && { importsAs }) };
}

/** Columns of the fields that are not shown as they are. */
const SPECIAL = {
  source: [{ ...field('source'), show: ({ source }) => leadStrings.sources[source] ?? source }],
  owner_id: [
    { name: 'notes_count', read: ({ notes_count }) => notes_count },
    plain('owner_name', heads.owner_id, 20),
    plain('owner_email', heads.owner_email, 28, 'owner'),
  ],
  next_contact_on: [
    {
      ...field('next_contact_on'),
      read: (lead) => describeNext(lead, ' '),
      show: (lead) => {
        const wall = describeNext(lead, 'T');
        return wall && { wall };
      },
    },
  ],
  next_contact_at: [],
} satisfies Partial<Record<LeadFieldName, Column<LeadRow>[]>>;

const isSpecial = (name: LeadFieldName): name is keyof typeof SPECIAL => name in SPECIAL;

const LEADS: Column<LeadRow>[] = [
  plain('id', heads.id, 9),
  ...LEAD_FIELD_NAMES.flatMap((name): Column<LeadRow>[] => (isSpecial(name) ? SPECIAL[name] : [field(name)])),
  plain('company_name', heads.company_name, 24),
  moment<LeadRow>('last_activity_at', heads.last_activity_at),
  plain('joined_messages', heads.joined_messages, 50, 'nota'),
  plain('notes', heads.notes, 50, 'nota'),
  ...ORIGIN_FIELDS.map((name) => plain<LeadRow>(name, originFields[name], 20, name)),
];

const LEAD_OF: Column<{ lead_id: number; nombre: string }>[] = [
  plain('lead_id', heads.id, 9),
  plain('nombre', heads.nombre, 28),
];

const NOTES: Column<NoteRow>[] = [
  ...LEAD_OF,
  plain('email', heads.email, 30),
  plain('whatsapp', heads.whatsapp, 20),
  moment('created_at', heads.at),
  plain('author_name', heads.author, 20),
  plain('author_email', heads.author_email, 28),
  plain('body', heads.body, 80),
  moment('edited_at', heads.edited_at),
];

const HISTORY: Column<EventRow>[] = [
  ...LEAD_OF,
  moment('created_at', heads.at),
  { name: 'type', read: ({ type }) => type },
  { name: 'actor', head: heads.actor, width: 20, read: ({ actor_name }) => actor_name, show: describeActor },
  { name: 'act', head: heads.act, width: 80, read: (event) => describeAct([event]) },
  { name: 'field', read: ({ field }) => field },
  { name: 'from', read: ({ from_value }) => from_value },
  { name: 'to', read: ({ to_value }) => to_value },
];

export const EXPORT_COLUMNS: { [Part in ExportPart]: Column<never>[] } = {
  leads: LEADS,
  notes: NOTES,
  history: HISTORY,
};

export const shownColumns = (part: ExportPart): Column<never>[] =>
  EXPORT_COLUMNS[part].filter(({ head }) => head !== undefined);

function describeNext({ next_contact_on: on, next_contact_at: at }: Lead, between: string): string | null {
  return on && [on, at].filter(Boolean).join(between);
}

/** A moment as wall-clock time in a zone. */
export function showMoment(at: string, zone: string): WallTime {
  return { wall: `${localTimeIn(zone, Date.parse(at))}.${at.slice(20, 23)}` };
}

/** How a row of an export begins each of its lead's notes: when, and by whom. */
export function writeNoteHead(moment: string, author: string): string {
  return `${moment}, ${author}:\n`;
}

/** The next such beginning in a text. */
export const NOTE_HEAD = /(?:^|(?<=\n))\d\d\/\d\d\/\d{4} \d\d:\d\d, [^\n]{1,200}:\n/;
