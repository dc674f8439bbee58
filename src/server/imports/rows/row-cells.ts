import { fold } from '~/shared/imports/fold';
import {
  type ImportField,
  type ImportMapping,
  type ImportPreference,
  TOGETHER_FIELDS,
  type ValueField,
} from '~/shared/imports/import';
import { saysNothing } from '~/shared/imports/known-values';
import { importErrors } from '~/shared/strings/import-errors';
import { findCellFault, LONGEST_CELL, tidyCell } from './cells';
import { findOwnExport } from './own-export';

/** A cell under its head: as it is written, and what of it is the text. */
export type Cell = { head: string; written: string; text: string };

/** Tells of a cell that cannot be read. */
export type OnFault = (cell: Cell, reason: string) => void;

/** How the columns of a file are read. */
export type Columns = {
  columns: readonly string[];
  mapping: ImportMapping;
  /** Of several columns of a field with one value, which one is asked first. */
  prefer: ImportPreference;
  /** What a cell means in a column of such a field; null: nothing. */
  meaning: (field: ValueField, written: string) => string | null;
};

/**
 * Opens the cells of one row after the other by their fields. What cannot be read, or says something else than the cell that
 * counts, is left over: `left` has it under its column's name.
 */
export function makeRowCells({ columns, mapping, prefer, meaning }: Columns) {
  const places = new Map<ImportField, number[]>();
  for (const [index, field] of mapping.entries()) {
    if (!field) continue;
    const others = places.get(field) ?? [];
    const isFirst = prefer[field] === index && !TOGETHER_FIELDS.includes(field);
    places.set(field, isFirst ? [index, ...others] : [...others, index]);
  }
  const own = findOwnExport(columns);
  return (cells: readonly string[]) => {
    const left: string[] = [];
    const leave = ({ head, text }: Cell): void => {
      left.push(isNote(head) ? text : `${head}: ${text}`);
    };

    /** The cells of a field that say something, without the unreadable ones. */
    function read(field: ImportField, onFault: OnFault = leave): Cell[] {
      return (places.get(field) ?? []).flatMap((index) => {
        const head = columns[index] ?? '';
        const written = (own?.read(cells[index] ?? '') ?? cells[index] ?? '').trim();
        if (written === '') return [];
        if (own) return [{ head: own.heads[index] ?? head, written, text: written }];
        const most = LONGEST_CELL[field];
        const fault = written.length > most ? importErrors.cellLong(most) : findCellFault(written);
        const cell = { head, written, text: fault ? written : tidyCell(written) };
        if (fault) onFault(cell, fault);
        return fault || (field !== 'nota' && saysNothing(cell.text)) ? [] : [cell];
      });
    }

    /** What the first of them says in which something is found. */
    function first<Value>(field: ImportField, find: (text: string) => Value | null): Value | null {
      let winner: Cell | undefined;
      let value: Value | null = null;
      for (const cell of read(field)) {
        if (!winner) value = find(cell.text);
        if (!winner && value !== null) winner = cell;
        else if (cell.text !== winner?.text) leave(cell);
      }
      return value;
    }

    /**
     * What the first of them means that means anything; a weak one only where no other does. What was said to mean nothing is
     * left out.
     */
    function meant(field: ValueField, isWeak = (_: string) => false): string | null {
      const found = read(field).map((cell) => ({ ...cell, value: meaning(field, cell.written) }));
      const known = found.filter(({ value }) => value !== null);
      const best = known.find(({ text }) => !isWeak(text)) ?? known[0];
      for (const cell of known) if (cell.value !== best?.value && !isWeak(cell.text)) leave(cell);
      return best?.value ?? null;
    }

    return {
      left,
      leave,
      read,
      first,
      meant,
      isOwn: own !== null,
      isMapped: (field: ImportField) => places.has(field),
    };
  };
}
export type RowCells = ReturnType<ReturnType<typeof makeRowCells>>;

/** Whether a head only says that its cells are notes. */
function isNote(head: string): boolean {
  return /^(?:notas?|notes?|observacion(?:es)?|comentarios?|comments?|columna \d+)$/.test(fold(head));
}
