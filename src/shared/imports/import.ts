import { ORIGIN_FIELDS } from '../enquiries/origin';
import type { LeadCountry } from '../leads/enums';
import { fieldOf, LEAD_FIELD_NAMES, type LeadFieldName } from '../leads/fields';
import type { Lead } from '../leads/lead';
import { PLANS } from '../leads/plans';

/** What a file's column can hold beside a lead's own fields. `next_contact_at` is none: its hour is read from the column of the day. */
type OtherField = 'apellido' | 'owner' | 'nota' | (typeof ORIGIN_FIELDS)[number];
export type ImportField = Exclude<LeadFieldName, 'owner_id' | 'next_contact_at'> | OtherField;
/** Several columns may hold the same field. */
export const IMPORT_FIELDS: readonly ImportField[] = [
  ...LEAD_FIELD_NAMES.flatMap((name): ImportField[] => {
    if (name === 'nombre') return [name, 'apellido'];
    if (name === 'owner_id') return ['owner'];
    return name === 'next_contact_at' ? [] : [name];
  }),
  'nota',
  ...ORIGIN_FIELDS,
];

/** If several columns hold one of these, their values are combined; of any other field one column is used. */
export const COMBINED_FIELDS: readonly ImportField[] = ['nombre', 'apellido', 'mensaje', 'nota'];

/** The field of each column, in file order; null: not imported. */
export type ImportMapping = (ImportField | null)[];

/** Enumerated fields: a mapping says what the file's names for each value mean. */
export const VALUE_FIELDS = ['estado', 'owner', 'pais', 'plan', 'client_type'] as const;
export type ValueField = (typeof VALUE_FIELDS)[number];

/** What a text of this field can mean; null for owners, because only the server knows them. */
export function listMeanings(field: ValueField): readonly string[] | null {
  if (field === 'owner') return null;
  return field === 'plan' ? PLANS.map(({ id }) => id) : (fieldOf(field).values ?? null);
}

/** Meaning of a file's texts (trimmed): status, user id, country, plan id or type. Null: left empty. */
export type ImportValues = Partial<Record<ValueField, Record<string, string | null> | undefined>>;

/** Index of the winning column, for single-value fields with several. */
export type ImportPreference = Partial<Record<ImportField, number>>;

/** Whether ambiguous dates are day first or month first. */
export type DateOrder = 'day' | 'month';

/**
 * What happens to a row whose person exists. `join` adds what that lead lacks, and the rest as a note; `update` also
 * changes its status, owner and what follows.
 */
export const DUPLICATE_CHOICES = ['skip', 'join', 'create', 'update'] as const;
export type DuplicateChoice = (typeof DUPLICATE_CHOICES)[number];

export type ImportState = 'reading' | 'ready' | 'running' | 'done' | 'failed' | 'undoing' | 'undone';

export const IMPORT_LIMITS = {
  bytes: 20 * 1024 * 1024,
  rows: 50_000,
  columns: 200,
  /** Excel's own maximum for a cell. */
  cell: 32_767,
} as const;

/** What a line that is not UTF-8 may be written in, most likely first: by Windows, an old Mac, or DOS. */
export const LEGACY_ENCODINGS = ['windows-1252', 'macintosh', 'cp850'] as const;
export type LegacyEncoding = (typeof LEGACY_ENCODINGS)[number];

/** What was guessed when the file was read, and can be stated by sending it again. */
export type ReadAs = {
  /** The row that names the columns, if any; `isSure`: its words leave no doubt. */
  heads: { row: number | null; isSure: boolean };
  /** The encoding assumed for lines that are not UTF-8; null if there are none. */
  encoding: LegacyEncoding | null;
  /** Some of its names, which show whether the encoding is right. */
  names: string[];
  /** Rows that a workbook hides, also by a filter, and whether they were read. */
  hidden: { rows: number; isTaken: boolean };
  /** Rows with a quote that is never closed, read as it stands so that it swallows no other rows: how many, and the first ten. */
  literal: { rows: number; first: number[] };
};

/** An uploaded file: its columns, its first rows, and a proposed mapping. */
export type ImportDraft = {
  id: number;
  name: string;
  columns: string[];
  sample: string[][];
  mapping: ImportMapping;
  /** Each column's distinct texts, most frequent first; null if there are more than 60, or long ones. */
  texts: (string[] | null)[];
  /** Guessed meanings, for the columns of VALUE_FIELDS. */
  values: ImportValues;
  prefer: ImportPreference;
  staff: { id: string; name: string; email: string }[];
  /** A workbook's visible sheets, and the one that was read; empty for CSV. */
  sheets: string[];
  sheet: string | null;
  read_as: ReadAs;
  rows: number;
};

type RowText = { row: number; text: string };

export type ImportCheck = {
  /** Id of this check, so that exactly what was reviewed is run. */
  check: number;
  rows: number;
  new: number;
  /** Rows whose person exists already or appears earlier in the file, and what happens to them. */
  duplicates: number;
  updated: number;
  joined: number;
  skipped: number;
  invalid: number;
  /** Of the new rows, those that share an email or number with somebody else, and the first 200 with whom. */
  possible: number;
  pairs: {
    row: number;
    nombre: string;
    shared: string;
    lead_id: number | null;
    other_row: number | null;
    other: string;
  }[];
  /** Why the first 200 are skipped. */
  skips: { row: number; nombre: string; reason: string }[];
  /** The first five to be imported. */
  preview: ImportPreview[];
  /** Rows whose number gives no WhatsApp link: how many, and the first ten. */
  no_link: number;
  no_link_rows: RowText[];
  /** How dates were read; `isProven` if the file shows it; `ambiguous`: how many cells could be read both ways. */
  dates: {
    order: DateOrder;
    isProven: boolean;
    ambiguous: number;
    unread: { field: ImportField; rows: number; shown: RowText[] }[];
  };
  values: ImportValues;
  problems: { row: number; field: string; reason: string }[];
  reasons: { field: string; reason: string; rows: number }[];
};

/** Fields of a lead that a preview shows as they are stored. */
export const PREVIEW_FIELDS = [
  ...(['nombre', 'email', 'whatsapp', 'pais', 'client_type', 'empresa', 'estado', 'plan'] as const),
  ...(['source', 'created_at', 'next_contact_on'] as const),
] as const;

export type ImportPreview = Pick<Lead, (typeof PREVIEW_FIELDS)[number]> & {
  row: number;
  becomes: 'create' | 'join' | 'update';
  lead_id: number | null;
  /** Opens a chat with that number. */
  link: string | null;
  owner_name: string | null;
  note: string | null;
  /** Fields it changes in the existing lead. */
  changed: ImportField[];
};

export const IMPORT_COUNTS = ['created', 'joined', 'skipped', 'rejected', 'removed', 'restored', 'kept'] as const;
type Count = 'total' | 'done' | 'updated' | (typeof IMPORT_COUNTS)[number];

export type ImportProgress = Record<Count, number> & {
  id: number;
  name: string;
  state: ImportState;
  by: string | null;
  /** Source of all its leads; null if a column names it. */
  source: string | null;
  started_at: string | null;
  finished_at: string | null;
  /** Until when it can be undone and its rejected rows downloaded; null once they are gone. */
  kept_until: string | null;
  /** Why it is stalled, or ended before its last row; else null. */
  fault: string | null;
};

export type OpenImport = { draft: ImportDraft } | { progress: ImportProgress };

export type ImportChoices = {
  mapping: ImportMapping;
  duplicates: DuplicateChoice;
  /** With `update`: the row's values replace the lead's. */
  overwrite: boolean;
  /** Only those that were chosen; the others are as guessed. */
  values: ImportValues;
  prefer: ImportPreference;
  /** Null: as the file's dates show, day first if they do not. */
  dates: DateOrder | null;
  /** For rows that name no country. */
  pais: LeadCountry | null;
  /** Whether the leads count as new enquiries: announced, assigned and counted as such. */
  notify: boolean;
};
