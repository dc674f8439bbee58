import {
  type DateOrder,
  type ImportChoices,
  type ImportValues,
  VALUE_FIELDS,
  type ValueField,
} from '~/shared/imports/import';
import { guessValue } from '~/shared/imports/known-values';
import { importErrors, importStrings } from '~/shared/strings/imports';
import type { MergeMode } from '../leads/imports/row-update';
import { type ImportRecord, selectOwners } from './import-queries';
import type { Reading } from './rows/read-row';

/** The choices of an import, and what the check derived for it. */
export type StoredChoices = Omit<ImportChoices, 'mapping' | 'dates' | 'values'> & {
  values: ImportValues;
  dates: DateOrder;
  zone: string;
};

/** Parses stored choices; an earlier version stored fewer. */
export function readChoices(json: string): StoredChoices {
  return { overwrite: false, prefer: {}, values: {}, ...JSON.parse(json) };
}

/** How rows merge into existing leads; null: they are skipped. */
export function updateModeOf({
  duplicates,
  overwrite,
}: Pick<StoredChoices, 'duplicates' | 'overwrite'>): MergeMode | null {
  if (duplicates === 'join') return 'join';
  if (duplicates !== 'update') return null;
  return overwrite ? 'overwrite' : 'fill';
}

/** Why a row is skipped: its person is there, as a lead or in an earlier row, and nothing of it is new or wanted. */
export function describeSkipped(
  { id, row }: { id: number | null; row?: number | null },
  isNothingNew: boolean,
): string {
  const place = id === null ? importErrors.skippedRow(row ?? 0) : importErrors.skippedLead(id);
  return isNothingNew ? `${place} ${importErrors.nothingNew}` : place;
}

/** A column with more distinct texts holds no names of values: each text is guessed and not remembered. */
const MAX_VALUES = 500;

/** Everything needed to read an import's rows. `applied` returns the meanings of the texts read so far. */
export function makeReading(
  { name, columns, mapping, from_1904 }: Pick<ImportRecord, 'name' | 'columns' | 'mapping' | 'from_1904'>,
  { pais, dates, zone, prefer, values }: Pick<StoredChoices, 'pais' | 'dates' | 'zone' | 'prefer' | 'values'>,
): Reading & { applied: () => ImportValues } {
  const staff = selectOwners().all();
  const mayOwn = new Set(staff.map(({ id }) => id));
  const meant = makeByField(() => new Map<string, string | null>());
  function meaning(field: ValueField, text: string): string | null {
    const known = meant[field].get(text);
    if (known !== undefined) return known;
    const chosen = values[field];
    const value = chosen && Object.hasOwn(chosen, text) ? (chosen[text] ?? null) : guessValue(field, text, staff).value;
    // Somebody may have left since.
    const found = field === 'owner' && value !== null && !mayOwn.has(value) ? null : value;
    if (meant[field].size < MAX_VALUES) meant[field].set(text, found);
    return found;
  }
  return {
    columns: JSON.parse(columns),
    mapping: JSON.parse(mapping),
    prefer,
    meaning,
    applied: () => writeValues(meant),
    pais,
    dates,
    from1904: from_1904 === 1,
    zone,
    source: importStrings.source(name),
  };
}

/** One for each field with a fixed set of values. */
export function makeByField<Value>(make: () => Value): Record<ValueField, Value> {
  return Object.fromEntries(VALUE_FIELDS.map((field) => [field, make()])) as Record<ValueField, Value>;
}

/** Omits fields of which nothing was read. Maps, because a text may be named like a member of Object.prototype. */
export function writeValues(meant: Record<ValueField, ReadonlyMap<string, string | null>>): ImportValues {
  const full = VALUE_FIELDS.filter((field) => meant[field].size > 0);
  return Object.fromEntries(full.map((field) => [field, Object.fromEntries(meant[field])]));
}
