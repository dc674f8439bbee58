import {
  type DateOrder,
  type ImportChoices,
  type ImportValues,
  VALUE_FIELDS,
  type ValueField,
} from '~/shared/imports/import';
import { guessValue } from '~/shared/imports/known-values';
import { importStrings } from '~/shared/strings/imports';
import type { Manner } from '../leads/imported-changes';
import { type ImportRecord, selectOwners } from './import-queries';
import type { Reading } from './rows/read-row';

/** What was chosen for an import, and what the check found out for it. */
export type StoredChoices = Omit<ImportChoices, 'mapping' | 'dates' | 'values'> & {
  values: ImportValues;
  dates: DateOrder;
  zone: string;
};

/** The choices of an import as they are stored; an earlier version knew fewer of them. */
export function readChoices(json: string): StoredChoices {
  return { overwrite: false, prefer: {}, values: {}, ...JSON.parse(json) };
}

/** How rows are added to leads that are there; null: they are skipped. */
export function mannerOf({
  duplicates,
  overwrite,
}: Pick<StoredChoices, 'duplicates' | 'overwrite'>): Manner | null {
  if (duplicates === 'join') return 'join';
  if (duplicates !== 'update') return null;
  return overwrite ? 'overwrite' : 'fill';
}

/** The texts of a column with more of them are no names of something: each is read as it is called. */
const MOST_VALUES = 500;

/** All that reading an import's rows needs. `applied` tells what the texts meant that were read until then. */
export function makeReading(
  { name, columns, mapping }: Pick<ImportRecord, 'name' | 'columns' | 'mapping'>,
  { pais, dates, zone, prefer, values }: Pick<StoredChoices, 'pais' | 'dates' | 'zone' | 'prefer' | 'values'>,
): Reading & { applied: () => ImportValues } {
  const staff = selectOwners().all();
  const mayOwn = new Set(staff.map(({ id }) => id));
  const meant = makeByField(() => new Map<string, string | null>());
  function meaning(field: ValueField, text: string): string | null {
    const known = meant[field].get(text);
    if (known !== undefined) return known;
    const told = values[field];
    const value =
      told && Object.hasOwn(told, text) ? (told[text] ?? null) : guessValue(field, text, staff).value;
    // Somebody may have left since.
    const found = field === 'owner' && value !== null && !mayOwn.has(value) ? null : value;
    if (meant[field].size < MOST_VALUES) meant[field].set(text, found);
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
    zone,
    source: importStrings.source(name),
  };
}

/** One for each field whose values are of a list. */
export function makeByField<Value>(make: () => Value): Record<ValueField, Value> {
  return Object.fromEntries(VALUE_FIELDS.map((field) => [field, make()])) as Record<ValueField, Value>;
}

/** Without the fields of which nothing was read. Texts may be called like what every object has, so they are in maps until then. */
export function writeValues(meant: Record<ValueField, ReadonlyMap<string, string | null>>): ImportValues {
  const full = VALUE_FIELDS.filter((field) => meant[field].size > 0);
  return Object.fromEntries(full.map((field) => [field, Object.fromEntries(meant[field])]));
}
