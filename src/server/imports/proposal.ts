import { fold } from '~/shared/imports/fold';
import {
  COMBINED_FIELDS,
  IMPORT_FIELDS,
  type ImportDraft,
  type ImportField,
  type ImportMapping,
  type ImportPreference,
  type ImportValues,
  VALUE_FIELDS,
  type ValueField,
} from '~/shared/imports/import';
import { guessValue, isGenericOpen } from '~/shared/imports/known-values';
import { makeByField, readChoices, writeValues } from './choices';
import { type ImportRecord, selectFormerChoices, selectFormerValues, selectOwners, selectRows } from './import-queries';
import { tellReadAs } from './read-as';

const SAMPLE_ROWS = 5;

/** A file that was read but not imported yet. `remembered`: its column mapping comes from an earlier import. */
export function readDraft(stored: ImportRecord, remembered: boolean): ImportDraft {
  const { id, name, sheet, total } = stored;
  const mapping: ImportDraft['mapping'] = JSON.parse(stored.mapping);
  const texts: ImportDraft['texts'] = JSON.parse(stored.texts);
  const sample = selectRows().all({ import_id: id, after: 0, limit: SAMPLE_ROWS });
  return {
    id,
    name,
    columns: JSON.parse(stored.columns),
    sample: sample.map(({ cells }) => JSON.parse(cells)),
    mapping,
    texts,
    ...propose({ id, columns: stored.columns, mapping, texts }),
    sheets: JSON.parse(stored.sheets),
    sheet,
    remembered,
    read_as: tellReadAs(stored, mapping),
    rows: total,
  };
}

/** How many past imports the meanings of texts are taken from. */
const MAX_FORMER_IMPORTS = 50;

type File = Pick<ImportRecord, 'id' | 'columns'> & { mapping: ImportMapping; texts: ImportDraft['texts'] };

/** How a file is read until somebody changes it: what its texts mean, and which of two columns wins. */
export function propose(file: File): Pick<ImportDraft, 'values' | 'answered' | 'prefer' | 'staff'> {
  const staff = selectOwners()
    .all()
    .sort((a, b) => a.name.localeCompare(b.name, 'es') || (a.id < b.id ? -1 : 1));
  const remembered = readFormerMeanings();
  const values = makeByField(() => new Map<string, string | null>());
  const answered = makeByField<string[]>(() => []);
  for (const [index, field] of file.mapping.entries()) {
    if (!isValueField(field)) continue;
    for (const text of file.texts[index] ?? []) {
      values[field].set(text, proposeValue(remembered, field, text, staff));
      if (remembered[field].has(fold(text))) answered[field].push(text);
    }
  }
  return { values: writeValues(values), answered, prefer: proposePreference(file), staff };
}

function isValueField(field: ImportMapping[number]): field is ValueField {
  return VALUE_FIELDS.some((one) => one === field);
}

/** The values worth remembering: those that differ from a guess. In a column of people's names there are none. */
export function toRemember(values: ImportValues): ImportValues {
  const staff = selectOwners().all();
  const overrides = makeByField(() => new Map<string, string | null>());
  for (const field of VALUE_FIELDS)
    for (const [text, value] of Object.entries(values[field] ?? {}))
      if (guessValue(field, text, staff).value !== value) overrides[field].set(text, value);
  return writeValues(overrides);
}

type FormerMeanings = Record<ValueField, ReadonlyMap<string, string | null>>;

/** An earlier answer wins, unless it named nobody and a colleague of that name has joined since. */
function proposeValue(
  remembered: FormerMeanings,
  field: ValueField,
  text: string,
  staff: ImportDraft['staff'],
): string | null {
  const guess = guessValue(field, text, staff);
  const former = remembered[field].get(fold(text));
  if (former === undefined || (former === null && guess.isSure)) return guess.value;
  return field === 'owner' && former !== null && !staff.some(({ id }) => id === former) ? guess.value : former;
}

/** Meanings of texts in the last imports, whatever the file. */
function readFormerMeanings(): FormerMeanings {
  const remembered = makeByField(() => new Map<string, string | null>());
  for (const { choices } of selectFormerValues().all({ limit: MAX_FORMER_IMPORTS })) {
    const values: ImportValues = JSON.parse(choices ?? '{}');
    for (const field of VALUE_FIELDS) {
      for (const [text, value] of Object.entries(values[field] ?? {})) {
        const key = fold(text);
        // Newest first, so the first one wins.
        if (!remembered[field].has(key)) remembered[field].set(key, value);
      }
    }
  }
  return remembered;
}

/** Which head, or texts, make one of several columns of a field win; earlier tests count more. */
const COLUMN_PREFERENCES: Partial<Record<ImportField, ((head: string, texts: readonly string[]) => boolean)[]>> = {
  // Won or lost beats the stage it happened in.
  estado: [(_, texts) => texts.length > 0 && texts.every(isOutcome)],
  // A closing date is that of losing, too.
  won_at: [(head) => /won|gan[ahó]/.test(head)],
  whatsapp: [(head) => /whats|wsp|wpp|\bwa\b/.test(head), (head) => /movil|mobile|cel|mob\b/.test(head)],
};

function isOutcome(text: string): boolean {
  const { value } = guessValue('estado', text, []);
  return isGenericOpen(text) || value === 'ganado' || value === 'perdido';
}

/** As in the last file with the same columns; otherwise by heads and content; otherwise the first. */
function proposePreference({ id, columns, mapping, texts }: File): ImportPreference {
  const former = selectFormerChoices().get({ id });
  const known = former?.columns === columns ? readChoices(former.choices).prefer : {};
  const heads = (JSON.parse(columns) as string[]).map(fold);
  const proposed: ImportPreference = {};
  for (const field of IMPORT_FIELDS) {
    const places = mapping.flatMap((one, index) => (one === field ? [index] : []));
    if (places.length < 2 || COMBINED_FIELDS.includes(field)) continue;
    const winner = (COLUMN_PREFERENCES[field] ?? [])
      .map((wins) => places.find((index) => wins(heads[index] ?? '', texts[index] ?? [])))
      .find((index) => index !== undefined);
    proposed[field] =
      [known[field], winner, ...places].find((index) => index !== undefined && places.includes(index)) ?? 0;
  }
  return proposed;
}
