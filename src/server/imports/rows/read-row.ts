import { fieldErrors } from '~/shared/field-errors';
import type { ImportField, ImportMapping } from '~/shared/imports/import';
import type { LeadCountry } from '~/shared/leads/lead';
import { compactPhone } from '~/shared/leads/phone';
import { createLeadSchema } from '~/shared/leads/schema';
import { importErrors } from '~/shared/strings/import-errors';
import { importStrings } from '~/shared/strings/imports';
import { leadStrings } from '~/shared/strings/leads';
import type { ImportedContent } from '../../leads/imported';
import { LONGEST_CELL } from './cells';
import { type DateOrder, readDate } from './dates';
import { fold } from './heads';
import { readClientType, readCountry, readStatus } from './known-values';

export type Problem = { field: string; reason: string };

export type ReadRow = { content: ImportedContent } | { problems: Problem[] };

/** What is the same for all rows of an import. */
export type Reading = {
  columns: readonly string[];
  mapping: ImportMapping;
  pais: LeadCountry | null;
  dates: DateOrder;
  zone: string;
  /** Who may have leads, by their folded names; null: more than one has this name. */
  staff: ReadonlyMap<string, string | null>;
  /** Where it came from, if no column says so. */
  source: string;
};

const MOST_SOURCE = 40;
const FEWEST_DIGITS = 6;
const MOST_PHONE = 32;
/** How people write that they have none. */
const NOTHING =
  /^(?:-+|\.+|n\/?[ad]|s\/?[dn]|0+|null|none|no tiene|sin (?:datos?|telefono|teléfono|email|mail|correo|responsable|asignar))$/i;
const CELL_ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|¡REF!|¡VALOR!|¡DIV\/0!|¿NOMBRE\?)$/;

/** Reads the rows of an import, each by itself. */
export function makeRowReader(reading: Reading): (cells: readonly string[]) => ReadRow {
  const { columns, mapping } = reading;
  const at = new Map<ImportField, number[]>();
  for (const [index, field] of mapping.entries()) {
    if (field) at.set(field, [...(at.get(field) ?? []), index]);
  }
  return (cells) => {
    const problems: Problem[] = [];
    const refuse = (field: string, reason: string) => {
      problems.push({ field, reason });
      return null;
    };
    if (cells.length > columns.length) refuse('', importErrors.wideRow(cells.length, columns.length));
    const valueAt = (field: ImportField, index: number): string => {
      const cell = (cells[index] ?? '').trim();
      if (cell.length <= LONGEST_CELL[field]) return tidyCell(cell);
      refuse(field, importErrors.cellLong(LONGEST_CELL[field]));
      return '';
    };
    const values = (field: ImportField): string[] =>
      (at.get(field) ?? []).map((index) => valueAt(field, index)).filter((cell) => cell !== '');
    const plain = (field: ImportField): string[] =>
      values(field).filter((cell) => {
        const fault = findCellFault(cell);
        if (fault) refuse(field, fault);
        return !fault && !NOTHING.test(cell);
      });

    const emails = plain('email').flatMap(splitEmails);
    const email = emails.find((one) => EMAIL.test(one)) ?? emails[0] ?? '';
    const phones = readPhones(plain('whatsapp'), (reason) => refuse('whatsapp', reason));
    const [estado] = plain('estado').map(
      (cell) => readStatus(cell) ?? refuse('estado', importErrors.estadoUnknown(cell)),
    );
    const [owner] = plain('owner').map((cell) => findOwner(reading, cell, refuse));
    const [date] = plain('created_at').map((cell) => readDate(cell, reading.dates, reading.zone));
    if (date && 'reason' in date) refuse('created_at', date.reason);
    const [named] = plain('source');
    const source = named === undefined ? reading.source : withoutOwn(named);
    if (source.length > MOST_SOURCE) refuse('source', importErrors.sourceLong);
    const [pais] = plain('pais').map(readCountry);
    const [client_type] = plain('client_type').map(readClientType);

    const parsed = createLeadSchema.safeParse({
      nombre: [...plain('nombre'), ...plain('apellido')].join(' '),
      email,
      whatsapp: phones[0] ?? null,
      pais: pais ?? reading.pais,
      client_type: client_type ?? null,
      mensaje: values('mensaje').join('\n'),
      empresa: plain('empresa')[0] ?? null,
    });
    if (!parsed.success) {
      // A field of which something is known to be wrong is not missing, too.
      const known = new Set(problems.map(({ field }) => field));
      for (const [field, reason] of Object.entries(fieldErrors(parsed.error)))
        if (!known.has(field)) refuse(field, reason);
    }
    const notes = (at.get('nota') ?? []).flatMap((index) => {
      const cell = valueAt('nota', index);
      return cell === '' ? [] : [isNote(columns[index] ?? '') ? cell : `${columns[index]}: ${cell}`];
    });
    if (!parsed.success || problems.length > 0) return { problems };
    const further = [
      ...emails.filter((one) => one !== email).map((one) => importStrings.otherEmail(one)),
      ...phones.slice(1).map((one) => importStrings.otherPhone(one)),
    ];
    return {
      content: {
        ...parsed.data,
        pais: parsed.data.pais ?? null,
        client_type: parsed.data.client_type ?? null,
        estado: estado ?? 'nuevo',
        owner_id: owner ?? null,
        source,
        created_at: date && 'at' in date ? date.at : null,
        note: [...notes, ...further].join('\n') || null,
      },
    };
  };
}

/** Without the signs by which spreadsheets, and our own exports, keep a text from being a formula. */
function tidyCell(text: string): string {
  const quoted = /^="([^"]*)"$/.exec(text);
  return (quoted?.[1] ?? text.replace(/^'(?=[=+\-@])/, '')).trim();
}

function findCellFault(cell: string): string | null {
  if (/^[=＝]/.test(cell)) return importErrors.formula;
  return CELL_ERROR.test(cell) ? importErrors.cellError(cell) : null;
}

const EMAIL = /^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/;

/** The emails in a cell: of 'Ana <ana@x.com>' only the email, of several each. */
function splitEmails(cell: string): string[] {
  const parts = cell
    .replace(/mailto:/gi, '')
    .split(/[\s;,|]+|:::/)
    .map((part) => part.replace(/^<|>$/g, ''))
    .filter((part) => part !== '');
  const emails = parts.filter((part) => EMAIL.test(part));
  return emails.length > 0 ? [...new Set(emails)] : [cell];
}

/** The phones in the cells, as they are written; two in one cell are two. */
function readPhones(cells: string[], refuse: (reason: string) => void): string[] {
  const phones: string[] = [];
  for (const written of cells) {
    // What Facebook writes before a phone.
    const cell = written.replace(/^p:/i, '');
    if (/^\d[.,]\d+E\+?\d+$/i.test(cell)) {
      refuse(importErrors.phoneLost(cell));
      continue;
    }
    const parts = cell.split(/:::|[;|]|\s(?:\/|y|o)\s/).map((part) => part.trim());
    const isSeveral = parts.length > 1 && parts.every((part) => countDigits(part) >= FEWEST_DIGITS);
    for (const part of isSeveral ? parts : [cell]) {
      if (countDigits(part) < FEWEST_DIGITS) refuse(importErrors.phoneWrong(part));
      else if (part.length > MOST_PHONE) refuse(importErrors.phoneLong);
      else phones.push(part);
    }
  }
  const seen = new Set<string>();
  return phones.filter((phone) => {
    const digits = compactPhone(phone);
    return !seen.has(digits) && seen.add(digits);
  });
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}

function findOwner(
  { staff }: Reading,
  cell: string,
  refuse: (field: string, reason: string) => null,
): string | null {
  const found = staff.get(fold(cell));
  if (found) return found;
  return refuse('owner', found === null ? importErrors.ownerTwice(cell) : importErrors.ownerUnknown(cell));
}

/** What this product's own sources are called is no name for others: a lead of 'landing' is an enquiry. */
function withoutOwn(source: string): string {
  return source in leadStrings.sources ? importStrings.source(source) : source;
}

/** Whether a head only says that its cells are notes. */
function isNote(head: string): boolean {
  return /^(?:notas?|notes?|observacion(?:es)?|comentarios?|comments?|columna \d+)$/.test(fold(head));
}
