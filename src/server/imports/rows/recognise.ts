import type { ImportField, ImportMapping } from '~/shared/imports/import';
import { importStrings } from '~/shared/strings/imports';
import type { FileRow } from '../files/read-file';
import { LONGEST_TELLING } from './cells';
import { countKnownHeads, fieldOfHead, fold } from './heads';

/** Where titles may stand above the heads. */
const ROWS_WITH_TITLES = 20;
const LONGEST_HEAD = 80;
/** So many of a column's cells must look alike. */
const MOST_ALIKE = 0.6;

/** The columns of a file, and where its data begins: the index of the first row that is no head. */
export type Columns = { columns: string[]; dataFrom: number };

/**
 * Finds the heads among the first rows: those that are most known, else the first full row without data, else none. Titles
 * above them, also merged ones, are left out.
 */
export function findColumns(rows: readonly FileRow[]): Columns {
  const first = rows.slice(0, ROWS_WITH_TITLES);
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const known = first.map(({ cells }) => countKnownHeads(cells));
  const most = Math.max(0, ...known);
  // One known word may be part of a title.
  const byName = most > (width > 1 ? 1 : 0) ? known.indexOf(most) : -1;
  const at = byName >= 0 ? byName : first.findIndex(({ cells }) => looksLikeHeads(cells, width));
  const heads = first[at]?.cells ?? [];
  const columns = Array.from({ length: Math.max(width, heads.length) }, (_, index) => {
    const head = heads[index]?.replace(/\s+/g, ' ').trim().slice(0, LONGEST_HEAD);
    return head || importStrings.unnamed(index + 1);
  });
  return { columns, dataFrom: at + 1 };
}

function looksLikeHeads(cells: string[], width: number): boolean {
  const full = cells.filter((cell) => cell.trim() !== '');
  return full.length >= Math.max(1, width * MOST_ALIKE) && !full.some((cell) => /[@\d]/.test(cell));
}

/** Names of a whole person, beside which a first and a last name say nothing more. */
const WHOLE_NAME =
  /^(?:(?:person |contact )?(?:full )?name|nombre completo|nombre y apellidos?|apellidos? y nombres?|nome completo|(?:main )?contact(?: person)?|contacto(?: principal)?|deal contact person)$/;
/** What Kommo calls the business, beside its main contact. */
const BUSINESS_NAME = /^(?:lead name|nombre del lead|name of lead)$/;

/** How a file's columns are probably to be read: by their heads, and those that no head tells by what is in them. */
export function guessMapping(columns: readonly string[], sample: readonly FileRow[]): ImportMapping {
  const named = columns.map(fieldOfHead);
  const mapping: ImportMapping = named.map((field, index) => {
    if (field !== undefined) return field;
    const guess = guessByContent(columnOf(sample, index));
    // Beside a column that is called so, another one that looks alike is an account's or a record's number.
    return guess && named.includes(guess) ? null : guess;
  });
  const heads = columns.map(fold);
  const names = heads.filter((_, index) => mapping[index] === 'nombre');
  const hasWhole = names.some((head) => WHOLE_NAME.test(head));
  const hasPerson = names.some((head) => !BUSINESS_NAME.test(head));
  for (const [index, head] of heads.entries()) {
    const field = mapping[index];
    const isPart = field === 'apellido' || (field === 'nombre' && !WHOLE_NAME.test(head));
    if ((hasWhole && isPart) || (hasPerson && BUSINESS_NAME.test(head))) mapping[index] = null;
  }
  for (const [index, head] of heads.entries()) {
    // In our own exports these are the lead's number, beside its phone, and how many notes it has.
    const isOtherNumber =
      head === 'numero' && mapping.indexOf('whatsapp') !== mapping.lastIndexOf('whatsapp');
    const isCount =
      mapping[index] === 'nota' && isMost(columnOf(sample, index), (cell) => /^\d{1,4}$/.test(cell));
    if (isOtherNumber || isCount) mapping[index] = null;
  }
  if (!mapping.includes('nombre') && !mapping.includes('apellido')) {
    const at = mapping.findIndex((field, index) => field === null && looksLikeNames(columnOf(sample, index)));
    if (at >= 0 && fieldOfHead(columns[at] ?? '') === undefined) mapping[at] = 'nombre';
  }
  return mapping;
}

function columnOf(sample: readonly FileRow[], index: number): string[] {
  return sample
    .map(({ cells }) => (cells[index] ?? '').trim().slice(0, LONGEST_TELLING))
    .filter((cell) => cell !== '');
}

function guessByContent(cells: string[]): ImportField | null {
  if (isMost(cells, (cell) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(cell))) return 'email';
  const isPhone = (cell: string) => /^[+(\d][\d\s().+\-/]{6,24}$/.test(cell) && !isDateLike(cell);
  if (isMost(cells, (cell) => isPhone(cell) && cell.replace(/\D/g, '').length >= 8)) return 'whatsapp';
  return null;
}

function isDateLike(cell: string): boolean {
  return /^\d{4}-\d\d-\d\d|^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}/.test(cell);
}

function looksLikeNames(cells: string[]): boolean {
  return isMost(cells, (cell) => /^\p{L}[\p{L}'.-]*( \p{L}[\p{L}'.-]*){1,4}$/u.test(cell));
}

function isMost(cells: string[], is: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(is).length >= cells.length * MOST_ALIKE;
}
