import { type LeadOrigin, ORIGIN_FIELDS } from '~/shared/enquiries/origin';
import { fieldErrors } from '~/shared/errors';
import { findRegion } from '~/shared/imports/countries';
import { fold } from '~/shared/imports/fold';
import type { DateOrder, ImportField } from '~/shared/imports/import';
import { isGenericOpen, isLostReason, readBilling, readLostReason } from '~/shared/imports/known-values';
import type { ClientType, LeadCountry, LeadStatus, LostReason } from '~/shared/leads/enums';
import { CREATED_FIELDS, type CreatedName, EMPTY_FIELDS, fieldOf } from '~/shared/leads/fields';
import { outsideLeadSchema } from '~/shared/leads/schema';
import { importErrors, importStrings } from '~/shared/strings/imports';
import { leadErrors } from '~/shared/strings/lead/errors';
import { leadStrings } from '~/shared/strings/leads';
import type { ImportedContent } from '../../leads/imports/row-update';
import { personKeys } from '../../leads/same-person/contact-keys';
import { readOwnSource } from '../columns/own-export';
import { maxCellLength } from './cells';
import { readEmails, readPhones } from './contacts';
import { DATE_FIELDS, type DateField, readDate, readDay, since1900 } from './dates';
import { makeOptOutWatch } from './opt-outs';
import { type Cell, type Columns, isNote, makeRowCells, type RowCells } from './row-cells';

export type Problem = { field: string; reason: string };

/** `unread`: dates that could not be read, which remain in the note. */
export type ReadRow = { content: ImportedContent; unread: UnreadDate[] } | { problems: Problem[] };
type UnreadDate = { field: DateField; text: string };

export type Reading = Columns & {
  /** For rows that name none. */
  pais: LeadCountry | null;
  dates: DateOrder;
  /** Whether plain serial numbers count from 1904. */
  from1904: boolean;
  zone: string;
  /** For rows without a source. */
  source: string;
};

const MAX_SOURCE_LENGTH = 40;
const MAX_MESSAGE_LENGTH = 5000;
/** Read in a way of their own. */
const SPECIAL: readonly CreatedName[] = ['nombre', 'email', 'whatsapp', 'pais', 'client_type', 'mensaje'];
/** Read by their kind, and like the message what a row can do without. */
const PLAIN = CREATED_FIELDS.filter((name) => !SPECIAL.includes(name));
const OPTIONAL = [...PLAIN, 'mensaje'] as const;

/**
 * Reads rows that have a valid contact. Whoever has no name is called by their company, email or number. What is
 * unreadable, or fits no field, goes into the first note.
 */
export function makeRowReader(reading: Reading): (cells: readonly string[]) => ReadRow {
  const { columns, dates, zone, from1904 } = reading;
  const open = makeRowCells(reading);
  const findOptOut = makeOptOutWatch(columns, reading.mapping);
  const serial = (text: string) => (from1904 ? since1900(text) : text);
  const findDate = (text: string) => readDate(serial(text), dates, zone);
  return (cells) => {
    const row = open(cells);
    const problems: Problem[] = [];
    if (cells.length > columns.length)
      problems.push({ field: '', reason: importErrors.wideRow(cells.length, columns.length) });
    const nameParts = (['nombre', 'apellido'] as const).flatMap((field) =>
      row.read(field, (_, reason) => problems.push({ field: 'nombre', reason })),
    );
    const said = row.meant('pais') as LeadCountry | null;
    const pais = said ?? reading.pais;
    const reach = readReach(row, pais, said === 'Otro' ? regionOf(row) : undefined);
    const client_type = row.meant('client_type') as ClientType | null;
    const written = nameParts.map(({ text }) => text).join(' ');
    const nombre = written || row.spareName();

    const optional: Partial<Record<(typeof OPTIONAL)[number], string | number | null>> = {
      ...Object.fromEntries(PLAIN.map((name) => [name, row.first(name, (text) => readPlain(name, text))])),
      mensaje: readMessage(row),
    };
    const parse = (some: typeof optional) =>
      outsideLeadSchema.safeParse({
        nombre:
          nombre || String(optional.empresa ?? reach.email ?? reach.whatsapp ?? '').slice(0, maxCellLength('nombre')),
        email: reach.email ?? '',
        whatsapp: reach.whatsapp,
        pais,
        client_type,
        ...some,
      });
    let parsed = parse(optional);
    if (!parsed.success) {
      // Our own export, edited since, may hold more than a field takes.
      const wrong = fieldErrors(parsed.error);
      parsed = parse(Object.fromEntries(OPTIONAL.map((field) => [field, wrong[field] ? null : optional[field]])));
    }
    if (!parsed.success) {
      const known = new Set(problems.map(({ field }) => field));
      for (const [field, reason] of Object.entries(fieldErrors(parsed.error))) {
        if (reason === leadErrors.unreachable.es && reach.faults.length > 0)
          problems.push(...reach.faults.map(({ problem }) => problem));
        else if (!known.has(field)) problems.push({ field, reason });
      }
    }
    if (!parsed.success || problems.length > 0) return { problems };
    for (const { cell } of reach.faults) row.leave(cell);

    const status = readStatus(row);
    // For a lost lead it is when it was lost, for one in play when somebody expects it.
    if (status.estado !== 'ganado') for (const cell of row.read('won_at')) row.leave(cell);
    const source = row.first('source', row.isOwn ? readOwnSource : nameSource);
    const plan = row.meant('plan');
    const next = row.first('next_contact_on', (text) => readDay(serial(text), dates, zone));
    const content: Omit<ImportedContent, 'note'> = {
      ...EMPTY_FIELDS,
      ...parsed.data,
      ...personKeys({ email: parsed.data.email, whatsapp: parsed.data.whatsapp, pais }),
      pais,
      client_type,
      estado: status.estado ?? 'nuevo',
      lost_reason: status.lost_reason,
      owner_id: row.meant('owner'),
      source: source ?? reading.source,
      created_at: row.first('created_at', findDate),
      ...(row.isMapped('first_contacted_at') && {
        first_contacted_at: row.first('first_contacted_at', findDate),
      }),
      ...(status.estado === 'ganado' && { won_at: readWonAt(row, findDate) }),
      plan,
      billing: row.first('billing', (text) => (plan === null ? null : readBilling(text)), isOneWord),
      next_contact_on: next?.on ?? null,
      next_contact_at: next?.at ?? null,
      ...readOrigin(row),
      exported_id: row.id,
      assumed: [
        ...(nombre ? [] : (['nombre'] as const)),
        ...(said === null ? (['pais'] as const) : []),
        ...(status.estado === null ? (['estado'] as const) : []),
        ...(source === null ? (['source'] as const) : []),
      ],
    };
    const note = writeNote(row, { nombre: parsed.data.nombre, others: reach.others, refusal: findOptOut(cells) });
    return { content: { ...content, note }, unread: findUnread(row, content) };
  };
}

type Beside = { nombre: string; others: string[]; refusal: { head: string; text: string } | null };

/** Whether the person refused to be contacted, the file's own notes, and whatever else the row says, column by column. */
function writeNote(row: RowCells, { nombre, others, refusal }: Beside): string | null {
  const cells = row.read('nota');
  const unread = row.left.splice(0);
  const isOfNotes = ({ head }: Cell) => row.isOwn || isNote(head);
  for (const cell of cells.filter(isOfNotes)) row.leave(cell);
  const notes = row.left.splice(0);
  // 'Paz' beside 'Ana Paz' tells nothing more.
  for (const cell of cells) if (!isOfNotes(cell) && !` ${nombre} `.includes(` ${cell.text} `)) row.leave(cell);
  const mark = refusal ? [importStrings.optOut(refusal.head, refusal.text)] : [];
  return [...mark, ...notes, ...others, ...unread, ...row.left].join('\n') || null;
}

/** A cell of a field that its kind alone tells how to read; null: it says something else. */
function readPlain(name: CreatedName, text: string): string | number | null {
  const { kind, values = [], labels } = fieldOf(name);
  if (kind === 'number') return readNumber(text);
  if (kind === 'choice')
    return values.find((one) => [one, labels?.[one]].some((said) => said && fold(said) === fold(text))) ?? null;
  return text;
}

/** '1.500,50', '1,500.50' or 'USD 1500', without a sign: one or two digits behind the last separator are a fraction. */
function readNumber(text: string): number | null {
  const [digits, ...others] = text.replace(/\s/g, '').match(/\d[\d.,]*/g) ?? [];
  if (digits === undefined || others.length > 0 || text.includes('-')) return null;
  const [, fraction = ''] = /[.,](\d{1,2})$/.exec(digits) ?? [];
  const whole = fraction ? digits.slice(0, -fraction.length) : digits;
  return Number(`${whole.replace(/[.,]/g, '')}.${fraction}`);
}

const isOneWord = (text: string) => !/\s/.test(text);
const asIs = (text: string) => text;

/** One valid contact is enough; faults of the other do not matter then. */
function readReach(row: RowCells, pais: LeadCountry | null, region: string | undefined) {
  const faults: { problem: Problem; cell: Cell }[] = [];
  const onFault = (field: ImportField) => (cell: Cell, reason: string) =>
    void faults.push({ problem: { field, reason }, cell });
  if (row.isOwn) {
    const [[email], [phone]] = [row.read('email'), row.read('whatsapp')];
    return { email: email?.text ?? null, whatsapp: phone?.text ?? null, others: [], faults };
  }
  const emails = readEmails(row.read('email', onFault('email')), onFault('email'));
  const phones = readPhones(row.read('whatsapp', onFault('whatsapp')), { pais, region }, onFault('whatsapp'));
  return {
    email: emails.first,
    whatsapp: phones.first,
    others: [...emails.others, ...phones.others],
    faults,
  };
}

/** The ISO code of a country beyond our list, also beside a town. 'Denver, CO' is not in Colombia. */
function regionOf(row: RowCells): string | undefined {
  const [cell] = row.read('pais', () => {});
  const parts = (cell?.text ?? '').split(/[,;/(]/).filter((part) => part.trim().length > 3);
  return [cell?.text ?? '', ...parts].map((part) => findRegion(fold(part))).find(Boolean);
}

function findUnread(row: RowCells, content: Omit<ImportedContent, 'note'>): UnreadDate[] {
  return DATE_FIELDS.flatMap((field) => {
    const [cell] =
      content[field] || (field === 'won_at' && content.estado !== 'ganado') ? [] : row.read(field, () => {});
    return cell ? [{ field, text: cell.text }] : [];
  });
}

/** All messages joined, as far as they fit. */
function readMessage(row: RowCells): string | null {
  let message = '';
  for (const cell of row.read('mensaje')) {
    const longer = message === '' ? cell.text : `${message}\n${cell.text}`;
    if (longer.length > MAX_MESSAGE_LENGTH) row.leave(cell);
    else message = longer;
  }
  return message || null;
}

/** Only a lost lead has a reason; a row with a reason and no status is lost. */
function readStatus(row: RowCells): { estado: LeadStatus | null; lost_reason: LostReason | null } {
  const estado = row.meant('estado', isGenericOpen) as LeadStatus | null;
  const [first, ...others] = row.read('lost_reason');
  if (!first || (estado !== null && estado !== 'perdido')) {
    for (const cell of first ? [first, ...others] : []) row.leave(cell);
    return { estado, lost_reason: null };
  }
  const lost_reason = readLostReason(first.text);
  for (const cell of isLostReason(first.text) ? others : [first, ...others]) row.leave(cell);
  return { estado: 'perdido', lost_reason: lost_reason ?? 'otro' };
}

/** In our own export an empty date means unknown. */
function readWonAt(row: RowCells, findDate: (text: string) => string | null): string | null | undefined {
  return row.first('won_at', findDate) ?? (row.isOwn ? null : undefined);
}

/** Our own source names must not be imported as such: a lead of 'landing' is an enquiry. */
function nameSource(text: string): string | null {
  const source = text in leadStrings.sources ? importStrings.source(text) : text;
  return source.length > MAX_SOURCE_LENGTH ? null : source;
}

function readOrigin(row: RowCells): LeadOrigin {
  return Object.fromEntries(ORIGIN_FIELDS.map((name) => [name, row.first(name, asIs)])) as LeadOrigin;
}
