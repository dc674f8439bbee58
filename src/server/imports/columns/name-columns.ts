import type { ImportMapping } from '~/shared/imports/import';
import { MAX_TELLING_LENGTH } from '../rows/cells';
import { MAJORITY_SHARE } from './contents';
import type { Named } from './heads';

type Columns = { mapping: ImportMapping; named: readonly (Named | null | undefined)[] };

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
export function chooseNames({ mapping, named }: Columns, cellsOf: (index: number) => string[]): void {
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
export function dropRepeatedNames(mapping: ImportMapping, rows: readonly { cells: string[] }[]): void {
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
