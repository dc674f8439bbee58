import { fold } from '~/shared/imports/fold';
import {
  COMBINED_FIELDS,
  type ImportField,
  type ImportMapping,
  type ImportPreference,
  type ValueField,
} from '~/shared/imports/import';
import { isBlankName, isBlankValue, saysMore } from '~/shared/imports/known-values';
import { importErrors } from '~/shared/strings/imports';
import { readHead } from '../columns/heads';
import { findOwnExport } from '../columns/own-export';
import { findCellFault, maxCellLength, tidyCell } from './cells';

/** A cell with its head, its label in a file of contacts ('Mobile'; else ''), as written, and its cleaned text. */
export type Cell = { head: string; label: string; written: string; text: string };

export type OnFault = (cell: Cell, reason: string) => void;

export type Columns = {
  columns: readonly string[];
  mapping: ImportMapping;
  /** Which of several columns of a single-valued field is asked first. */
  prefer: ImportPreference;
  /** What a cell means in such a column; null: nothing. */
  meaning: (field: ValueField, written: string) => string | null;
};

/** Opens rows by field. Unreadable or contradictory cells are collected in `left` under their column's name. */
export function makeRowCells({ columns, mapping, prefer, meaning }: Columns) {
  const places = new Map<ImportField, number[]>();
  for (const [index, field] of mapping.entries()) {
    if (!field) continue;
    const others = places.get(field) ?? [];
    const isFirst = prefer[field] === index && !COMBINED_FIELDS.includes(field);
    places.set(field, isFirst ? [index, ...others] : [...others, index]);
  }
  const own = findOwnExport(columns);
  const spareNames = own
    ? []
    : [...columns.keys()].filter((index) => isSpareName(columns[index] ?? '', mapping[index]));
  const labels = findLabels(columns);
  return (cells: readonly string[]) => {
    const left: string[] = [];
    const leave = ({ head, text }: Cell): void => {
      left.push(isNote(head) ? text : `${head}: ${text}`);
    };

    /** A field's cells with content, without the unreadable ones. */
    function read(field: ImportField, onFault: OnFault = leave): Cell[] {
      return (places.get(field) ?? []).flatMap((index) => {
        const head = columns[index] ?? '';
        const written = (own?.read(cells[index] ?? '') ?? cells[index] ?? '').trim();
        if (written === '') return [];
        if (own) return [{ head: own.heads[index] ?? head, label: '', written, text: written }];
        const most = maxCellLength(field);
        const fault = written.length > most ? importErrors.cellLong(most) : findCellFault(written);
        const label = tidyCell(cells[labels[index] ?? -1] ?? '').slice(0, MAX_LABEL_LENGTH);
        const cell = { head, label, written, text: fault ? written : tidyCell(written) };
        if (fault) onFault(cell, fault);
        return fault || isBlank(field, cell) ? [] : [cell];
      });
    }

    function isBlank(field: ImportField, { head, text }: Cell): boolean {
      if (field === 'nota') return !isNote(head) && !/\d/.test(text) && isBlankValue(text);
      if (field !== 'nombre' && field !== 'apellido') return isBlankValue(text);
      const names = (['nombre', 'apellido'] as const).flatMap((name) => places.get(name) ?? []);
      return isBlankName(
        text,
        names.map((index) => cells[index]?.trim() ?? ''),
      );
    }

    /** The first name in a column that is called so and was not chosen for it. */
    function spareName(): string | null {
      const name = spareNames
        .map((index) => tidyCell((cells[index] ?? '').trim()))
        .find((text) => !isBlankName(text, []));
      return name !== undefined && name.length <= maxCellLength('nombre') && !findCellFault(name) ? name : null;
    }

    /** The first value found among a field's cells. Unless it `isWhole`, its cell says more. */
    function first<Value>(
      field: ImportField,
      find: (text: string) => Value | null,
      isWhole: (text: string) => boolean = () => true,
    ): Value | null {
      let winner: Cell | undefined;
      let value: Value | null = null;
      for (const cell of read(field)) {
        if (!winner) value = find(cell.text);
        if (!winner && value !== null) {
          winner = cell;
          if (!isWhole(cell.text)) leave(cell);
        } else if (cell.text !== winner?.text) leave(cell);
      }
      return value;
    }

    /** The first cell with a meaning; a weak one only if no other has any. */
    function meant(field: ValueField, isWeak = (_: string) => false): string | null {
      const found = read(field).map((cell) => ({ ...cell, value: meaning(field, cell.written) }));
      const known = found.filter(({ value }) => value !== null);
      const best = known.find(({ text }) => !isWeak(text)) ?? known[0];
      for (const cell of found) {
        if (best && isWeak(cell.text)) continue;
        if (cell.value !== best?.value || saysMore(field, cell.text, cell.value)) leave(cell);
      }
      return best?.value ?? null;
    }

    return {
      left,
      leave,
      read,
      first,
      meant,
      spareName,
      isOwn: own !== null,
      /** In our own export. */
      id: own ? Number(cells[0]) || null : null,
      isMapped: (field: ImportField) => places.has(field),
    };
  };
}

const MAX_LABEL_LENGTH = 60;

/** For each column the one that labels it, -1 for none: 'Phone 1 - Label' says what 'Phone 1 - Value' is. */
function findLabels(columns: readonly string[]): number[] {
  const heads = columns.map(fold);
  return heads.map((head) => {
    const named = head.replace(/ (?:value|valor)$/, '');
    const names = [`${named} label`, `${named} type`, `${named} etiqueta`, `${named} tipo`, `tipo de ${named}`];
    return heads.findIndex((one) => names.includes(one));
  });
}

export type RowCells = ReturnType<ReturnType<typeof makeRowCells>>;

function isSpareName(head: string, field: ImportMapping[number] | undefined): boolean {
  const named = readHead(head)?.field;
  return (field === null || field === 'nota') && (named === 'nombre' || named === 'apellido');
}

/** Whether a head only says "notes". */
export function isNote(head: string): boolean {
  return /^(?:notas?|notes?|observacion(?:es)?|comentarios?|comments?|columna \d+)$/.test(fold(head));
}
