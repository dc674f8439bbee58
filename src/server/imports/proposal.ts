import { fold } from '~/shared/imports/fold';
import {
  COMBINED_FIELDS,
  IMPORT_FIELDS,
  type ImportDraft,
  type ImportField,
  type ImportPreference,
  type ImportValues,
  VALUE_FIELDS,
} from '~/shared/imports/import';
import { guessValue, isGenericOpen } from '~/shared/imports/known-values';
import { type ImportRecord, selectOwners, selectRows } from './import-queries';
import { tellReadAs } from './read-as';

const SAMPLE_ROWS = 5;

/** A file that was read but not imported yet, and how it is read until somebody changes it. */
export function readDraft(stored: ImportRecord): ImportDraft {
  const { id, name, sheet, total } = stored;
  const file = {
    columns: JSON.parse(stored.columns),
    mapping: JSON.parse(stored.mapping),
    texts: JSON.parse(stored.texts),
  };
  const staff = selectOwners()
    .all()
    .sort((a, b) => a.name.localeCompare(b.name, 'es') || (a.id < b.id ? -1 : 1));
  return {
    ...{ id, name, ...file, staff, sheet, rows: total },
    sample: selectRows()
      .all({ import_id: id, after: 0, limit: SAMPLE_ROWS })
      .map(({ cells }) => JSON.parse(cells)),
    values: proposeValues(file, staff),
    prefer: proposePreference(file),
    sheets: JSON.parse(stored.sheets),
    read_as: tellReadAs(stored, file.mapping),
  };
}

type File = Pick<ImportDraft, 'columns' | 'mapping' | 'texts'>;

function proposeValues({ mapping, texts }: File, staff: ImportDraft['staff']): ImportValues {
  const values: ImportValues = {};
  for (const [index, name] of mapping.entries()) {
    const field = VALUE_FIELDS.find((one) => one === name);
    const guessed = field && texts[index]?.map((text) => [text, guessValue(field, text, staff).value]);
    if (field && guessed) values[field] = { ...values[field], ...Object.fromEntries(guessed) };
  }
  return values;
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

/** Which of several columns wins: by heads and content; otherwise the first. */
export function proposePreference({ columns, mapping, texts }: File): ImportPreference {
  const heads = columns.map(fold);
  const proposed: ImportPreference = {};
  for (const field of IMPORT_FIELDS) {
    const places = mapping.flatMap((one, index) => (one === field ? [index] : []));
    if (places.length < 2 || COMBINED_FIELDS.includes(field)) continue;
    const winner = (COLUMN_PREFERENCES[field] ?? [])
      .map((wins) => places.find((index) => wins(heads[index] ?? '', texts[index] ?? [])))
      .find((index) => index !== undefined);
    proposed[field] = winner ?? places[0] ?? 0;
  }
  return proposed;
}
