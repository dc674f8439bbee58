import { fold } from '~/shared/imports/fold';
import type { ImportField, ImportMapping } from '~/shared/imports/import';
import { importStrings } from '~/shared/strings/imports';
import type { FileRow } from '../files/file-rows';
import { MAX_TELLING_LENGTH } from '../rows/cells';
import { contradicts, FEW_CELLS, guessByContent, hasNoStatus, isMost, looksLikeName, MAJORITY_SHARE } from './contents';
import { type Named, readHead } from './heads';
import { findOwnExport } from './own-export';
import { isProvince } from './provinces';

/**
 * Guesses the column mapping by heads, and by content where the head tells nothing. What fits no field is proposed for
 * the note, so that whoever wants a column left out says so.
 */
export function guessMapping(columns: readonly string[], sample: readonly FileRow[]): ImportMapping {
  const fields = guessFields(columns, sample);
  if (findOwnExport(columns)) return fields;
  return fields.map((field, index) => (columns[index] === importStrings.reason ? field : (field ?? 'nota')));
}

/** The fields of a sheet's columns; null: none. */
export function guessFields(columns: readonly string[], sample: readonly FileRow[]): ImportMapping {
  const own = findOwnExport(columns);
  if (own) return own.mapping;
  const contents = columns.map((_, index) => columnOf(sample, index));
  const cellsOf = (index: number) => contents[index] ?? [];
  const named = columns.map((head, index) => {
    const found = readHead(head);
    return found && contradicts(cellsOf(index), found.field, found.isWeak) ? undefined : found;
  });
  const mapping: ImportMapping = named.map((found) => found?.field ?? null);
  const isFilled = (field: ImportField | null) =>
    mapping.some((one, index) => one === field && cellsOf(index).length > 0);
  const guesses = named.map((found, index) => {
    if (found !== undefined) return null;
    const cells = cellsOf(index);
    const isUnnamed = columns[index] === importStrings.unnamed(index + 1);
    const guess = guessByContent(cells, !isUnnamed);
    if (guess === null || !isFilled(guess)) return guess;
    // Beside a column of that field, one with another head is likely an account's or record's number. One without a
    // head is a second one, under a head merged over both.
    const isSecond = isUnnamed && cells.length >= FEW_CELLS && (guess === 'email' || guess === 'whatsapp');
    return isSecond ? guessByContent(cells, true) : null;
  });
  for (const [index, guess] of guesses.entries()) mapping[index] ??= guess;
  if (!isFilled('nombre') && !isFilled('apellido')) {
    const few = mapping.includes('nombre') ? FEW_CELLS : 1;
    const isFree = (index: number) => named[index] === undefined && mapping[index] === null;
    const isNames = (cells: string[]) => cells.length >= few && isMost(cells, looksLikeName);
    const at = contents.findIndex((cells, index) => isFree(index) && isNames(cells));
    if (at >= 0) mapping[at] = 'nombre';
  }
  chooseNames(mapping, named, cellsOf);
  dropRepeatedNames(mapping, sample);
  /** Whether a head means something else because of the others. */
  const isSomethingElse = (field: ImportField | null, index: number) => {
    const hasOther = mapping.some((one, at) => one === field && at !== index);
    const words = [...(named[index]?.words ?? [])].join(' ');
    // In our own exports this is the lead's id, beside its phone.
    if (field === 'whatsapp' && words === 'numero') return hasOther;
    if (field !== 'estado') return false;
    if (isMost(cellsOf(index), isProvince)) return true;
    const isBesidePlace = fold(columns[index] ?? '') === 'estado' && columns.some((head) => PLACE.test(fold(head)));
    return isBesidePlace && (hasOther || hasNoStatus(cellsOf(index)));
  };
  for (const [index, field] of mapping.entries()) if (isSomethingElse(field, index)) mapping[index] = null;
  return mapping;
}

/** Address heads, beside which 'Estado' may be a state of the country. */
const PLACE = /^(?:ciudad|city|municipio|colonia|localidad|cidade|direccion|codigo postal|cp|zip(?: code)?|calle)$/;

function columnOf(sample: readonly FileRow[], index: number): string[] {
  return sample
    .map(({ cells }) => (cells[index] ?? '').trim().slice(0, MAX_TELLING_LENGTH))
    .filter((cell) => cell !== '');
}

const WHOLE = ['apellido', 'completo', 'full', 'display', 'mostrar', 'saved', 'public'];
const GIVEN = ['primero', 'given', 'pila', 'middle', 'segundo'];
const hasAny = (words: Set<string>, some: string[]) => some.some((one) => words.has(one));

/** How well a head names the person: a whole name (3), part of one (2), somebody ('Contacto', 1), a deal's name (0). */
function rankOf(words: Set<string>, hasGiven: boolean): number {
  if (words.has('apellido') && !words.has('nombre')) return 2;
  if (hasAny(words, GIVEN) || words.has('ultimo') || words.has('family')) return 2;
  if (hasAny(words, WHOLE)) return 3;
  if ([...words].every((word) => word === 'lead' || word === 'nombre') && words.has('lead')) return 0;
  if (!words.has('nombre')) return 1;
  return hasGiven ? 3 : 2;
}

/** Leaves the columns that make up the person's name once: a whole name, its parts, or whoever is named. */
function chooseNames(
  mapping: ImportMapping,
  named: readonly (Named | null | undefined)[],
  cellsOf: (index: number) => string[],
): void {
  const indexes = mapping.flatMap((field, index) => (field === 'nombre' || field === 'apellido' ? [index] : []));
  const words = (index: number) => named[index]?.words ?? new Set(['nombre']);
  const hasGiven = indexes.some((index) => hasAny(words(index), ['primero', 'given', 'pila']));
  const rank = (index: number) => rankOf(words(index), hasGiven);
  const filled = indexes.filter((index) => cellsOf(index).length > 0);
  const some = (filled.length > 0 ? filled : indexes).toSorted((a, b) => rank(b) - rank(a) || a - b);
  const [best] = some;
  if (best === undefined) return;
  const hasFirst = some.some((index) => rank(index) === 2 && mapping[index] === 'nombre');
  const isKept = (index: number) => {
    if (rank(best) === 2 && !hasFirst)
      return index === best || rank(index) === 2 || index === some.find((one) => rank(one) < 2);
    return rank(best) === 2 ? rank(index) === 2 : index === best;
  };
  for (const index of indexes) if (!isKept(index)) mapping[index] = null;
}

/** No name has more columns; each is compared with each. */
const MAX_NAME_COLUMNS = 8;

/** Drops a part that another column holds already: beside 'Ana Paz', 'Paz' adds nothing. */
function dropRepeatedNames(mapping: ImportMapping, rows: readonly { cells: string[] }[]): void {
  const names = mapping
    .flatMap((field, index) => (field === 'nombre' || field === 'apellido' ? [index] : []))
    .slice(0, MAX_NAME_COLUMNS);
  const written = rows.map(({ cells }) =>
    names.map((index) => (cells[index] ?? '').slice(0, MAX_TELLING_LENGTH).trim().toLowerCase()),
  );
  for (const [at, part] of names.entries()) {
    for (const [other, whole] of names.entries()) {
      if (at === other || mapping[part] === null || mapping[whole] !== 'nombre') continue;
      const pairs = written.filter((row) => row[at] && row[other]);
      const has = pairs.filter((row) => ` ${row[other]} `.includes(` ${row[at]} `));
      if (pairs.length > 0 && has.length >= pairs.length * MAJORITY_SHARE) mapping[part] = null;
    }
  }
}
