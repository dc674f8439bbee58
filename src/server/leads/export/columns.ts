import { ORIGIN_FIELDS } from '~/shared/enquiries/origin';
import type { ImportField } from '~/shared/imports/import';
import { wallIn } from '~/shared/leads/days';
import { describeAct, describeActor } from '~/shared/leads/describe-event';
import type { LeadEvent } from '~/shared/leads/event';
import type { ExportPart } from '~/shared/leads/export-formats';
import type { Lead } from '~/shared/leads/lead';
import { describeLeadValue } from '~/shared/leads/values';
import { originFields } from '~/shared/strings/lead/origin';
import { leadStrings } from '~/shared/strings/leads';
import { exportFile } from '~/shared/strings/panel/export';
import type { SheetCell, WallTime } from '../../workbook/sheet-xml';

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
  takes?: ImportField;
  read: (row: Row) => string | number | null;
  /** The value for people, where it differs. */
  show?: (row: Row, zone: string) => SheetCell;
};

type Moment<Row> = { [Name in keyof Row]: Row[Name] extends string | null ? Name : never }[keyof Row];

/** A moment, shown in the reader's time zone. */
function moment<Row>(name: Moment<Row> & keyof Row & string, head: string): Column<Row> {
  const read = (row: Row) => row[name] as string | null;
  const show = (row: Row, zone: string) => {
    const at = read(row);
    return at && showMoment(at, zone);
  };
  return { name, head, width: 17, read, show };
}

/** A field whose values are shown by their labels. */
function field(name: keyof typeof heads & keyof LeadRow & ImportField, width: number): Column<LeadRow> {
  const read = (lead: LeadRow) => lead[name] as string | null;
  const show = (lead: LeadRow) => {
    const value = read(lead);
    return value && describeLeadValue(name, value);
  };
  return { name, head: heads[name], width, takes: name, read, show };
}

const LEADS: Column<LeadRow>[] = [
  { name: 'id', head: heads.id, width: 9, read: ({ id }) => id },
  field('nombre', 28),
  field('email', 30),
  field('whatsapp', 20),
  field('pais', 12),
  field('estado', 15),
  field('client_type', 15),
  { ...field('source', 18), show: ({ source }) => leadStrings.sources[source] ?? source },
  field('empresa', 24),
  field('mensaje', 50),
  { ...moment<LeadRow>('created_at', heads.created_at), takes: 'created_at' },
  { ...moment<LeadRow>('first_contacted_at', heads.first_contacted_at), takes: 'first_contacted_at' },
  { ...moment<LeadRow>('won_at', heads.won_at), takes: 'won_at' },
  { name: 'notes_count', read: ({ notes_count }) => notes_count },
  { name: 'owner_name', head: heads.owner_id, width: 20, read: ({ owner_name }) => owner_name },
  {
    name: 'owner_email',
    head: heads.owner_email,
    width: 28,
    takes: 'owner',
    read: ({ owner_email }) => owner_email,
  },
  {
    name: 'next_contact_on',
    head: heads.next_contact_on,
    width: 17,
    takes: 'next_contact_on',
    read: (lead) => describeNext(lead, ' '),
    show: (lead) => {
      const wall = describeNext(lead, 'T');
      return wall && { wall };
    },
  },
  field('plan', 20),
  field('billing', 10),
  field('lost_reason', 18),
  { name: 'company_name', head: heads.company_name, width: 24, read: ({ company_name }) => company_name },
  moment<LeadRow>('last_activity_at', heads.last_activity_at),
  {
    name: 'joined_messages',
    head: heads.joined_messages,
    width: 50,
    takes: 'nota',
    read: ({ joined_messages }) => joined_messages,
  },
  { name: 'notes', head: heads.notes, width: 50, takes: 'nota', read: ({ notes }) => notes },
  ...ORIGIN_FIELDS.map(
    (name): Column<LeadRow> => ({
      ...{ name, head: originFields[name], width: 20, takes: name },
      read: (lead) => lead[name],
    }),
  ),
];

const LEAD_OF: Column<{ lead_id: number; nombre: string }>[] = [
  { name: 'lead_id', head: heads.id, width: 9, read: ({ lead_id }) => lead_id },
  { name: 'nombre', head: heads.nombre, width: 28, read: ({ nombre }) => nombre },
];

const NOTES: Column<NoteRow>[] = [
  ...LEAD_OF,
  { name: 'email', head: heads.email, width: 30, read: ({ email }) => email },
  { name: 'whatsapp', head: heads.whatsapp, width: 20, read: ({ whatsapp }) => whatsapp },
  moment('created_at', heads.at),
  { name: 'author_name', head: heads.author, width: 20, read: ({ author_name }) => author_name },
  { name: 'author_email', head: heads.author_email, width: 28, read: ({ author_email }) => author_email },
  { name: 'body', head: heads.body, width: 80, read: ({ body }) => body },
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

/** The columns of a workbook. */
export const shownColumns = (part: ExportPart): Column<never>[] =>
  EXPORT_COLUMNS[part].filter(({ head }) => head !== undefined);

function describeNext({ next_contact_on: on, next_contact_at: at }: Lead, between: string): string | null {
  return on && [on, at].filter(Boolean).join(between);
}

/** A moment as wall-clock time in a zone. */
export function showMoment(at: string, zone: string): WallTime {
  return { wall: `${wallIn(zone, Date.parse(at))}.${at.slice(20, 23)}` };
}
