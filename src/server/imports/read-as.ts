import type { ImportMapping, ReadAs } from '~/shared/imports/import';
import type { FileRow, TextLetters } from './files/file-rows';
import { type ImportRecord, selectRows } from './import-queries';

/** `letters`: rows that show the encoding. Their names stay where they are erased with their person. */
export type StoredReadAs = Omit<ReadAs, 'names'> & { letters: number[] };

const MAX_NAMES = 3;
const MAX_NAME_LENGTH = 60;

const hasLetters = (cell: string): boolean => /[^\0-\x7f]/.test(cell);
const isName = (mapping: ImportMapping, index: number): boolean =>
  mapping[index] === 'nombre' || mapping[index] === 'apellido';

export function makeLetterWatch(mapping: ImportMapping, text: TextLetters | undefined) {
  const named: number[] = [];
  const others: number[] = [];
  return {
    look({ row, cells }: FileRow) {
      if (!text?.legacy || named.length === MAX_NAMES) return;
      const isTelling = (cell: string) => hasLetters(cell) && text.isLegacy(cell);
      if (cells.some((cell, index) => isName(mapping, index) && isTelling(cell))) named.push(row);
      else if (others.length < MAX_NAMES && cells.some(isTelling)) others.push(row);
    },
    found: () => [...named, ...others].slice(0, MAX_NAMES),
  };
}

/** How a file was read, with names that show it. */
export function tellReadAs({ id, read_as }: ImportRecord, mapping: ImportMapping): ReadAs {
  const { letters, ...told }: StoredReadAs = JSON.parse(read_as);
  const names = letters.flatMap((letter) => {
    const [found] = selectRows().all({ import_id: id, after: letter - 1, limit: 1 });
    // Erased since.
    if (found?.row !== letter) return [];
    const cells: string[] = JSON.parse(found.cells);
    const telling = cells.find((cell, index) => isName(mapping, index) && hasLetters(cell)) ?? cells.find(hasLetters);
    return telling?.slice(0, MAX_NAME_LENGTH) ?? [];
  });
  return { ...told, names };
}
