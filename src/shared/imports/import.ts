import type { ClientType, LeadCountry, LeadStatus } from '../leads/lead';

/** What a column of a file can be; several columns may be the same. */
export const IMPORT_FIELDS = [
  'nombre',
  'apellido',
  'email',
  'whatsapp',
  'pais',
  'empresa',
  'client_type',
  'mensaje',
  'estado',
  'owner',
  'source',
  'created_at',
  'nota',
  'plan',
  'billing',
  'next_contact_on',
  'lost_reason',
  'first_contacted_at',
  'won_at',
  'tema',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'referrer',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Of these several columns say one thing together; of all others one wins. */
export const TOGETHER_FIELDS: readonly ImportField[] = ['nombre', 'apellido', 'mensaje', 'nota'];

/** The field of each column, in the file's order; null: it is not imported. */
export type ImportMapping = (ImportField | null)[];

/** Fields whose values are of a list: what a file calls each of them has a mapping. */
export const VALUE_FIELDS = ['estado', 'owner', 'pais', 'plan', 'client_type'] as const;
export type ValueField = (typeof VALUE_FIELDS)[number];

/**
 * What the texts of a file mean, as they stand there without blanks around them: the status, the user's id, the country, the
 * plan's id or the type. Null: left empty.
 */
export type ImportValues = Partial<Record<ValueField, Record<string, string | null>>>;

/** Of several columns of a field that has one value, which of them wins, by its index. */
export type ImportPreference = Partial<Record<ImportField, number>>;

/** Whether ambiguous dates begin with the day or with the month. */
export type DateOrder = 'day' | 'month';

/**
 * What becomes of a row whose person is there already. To join adds what that lead lacks, and the rest as a note; to update
 * changes its status, its owner and what follows, too.
 */
export const DUPLICATE_CHOICES = ['skip', 'join', 'create', 'update'] as const;
export type DuplicateChoice = (typeof DUPLICATE_CHOICES)[number];

export const IMPORT_STATES = ['reading', 'ready', 'running', 'done', 'failed', 'undoing', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** The largest file, and what it may hold. */
export const IMPORT_LIMITS = {
  bytes: 20 * 1024 * 1024,
  rows: 50_000,
  columns: 200,
  /** What a cell of Excel holds at most. */
  cell: 32_767,
} as const;

export const CSV_TYPE = 'text/csv';
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';

/** A file that was read: its columns, its first rows, and how its columns would be read. */
export type ImportDraft = {
  id: number;
  name: string;
  columns: string[];
  sample: string[][];
  mapping: ImportMapping;
  /** Of each column its texts, most frequent first; null where there are more than 60, or long ones. */
  texts: (string[] | null)[];
  /** What they mean, as far as it can be told, in the columns of VALUE_FIELDS. */
  values: ImportValues;
  /** Of which of them somebody has said so for an earlier file. */
  answered: Partial<Record<ValueField, string[]>>;
  prefer: ImportPreference;
  /** Who may be an owner. */
  staff: { id: string; name: string; email: string }[];
  /** A workbook's visible sheets, and which one was read; none of a CSV file. */
  sheets: string[];
  sheet: string | null;
  /** Whether the columns were read so in an earlier import. */
  remembered: boolean;
  rows: number;
};

/** A cell that cannot be imported. `row` is the row's number in the file. */
export type ImportProblem = { row: number; field: string; reason: string };

export type ImportCheck = {
  /** Names this check, so that what runs is what was seen. */
  check: number;
  rows: number;
  new: number;
  /** How many rows' persons are there already, or come before in the file, and what becomes of those rows. */
  duplicates: number;
  updated: number;
  joined: number;
  skipped: number;
  invalid: number;
  /** The first five that will be taken. */
  preview: ImportPreview[];
  /** How many rows have a number that gives no WhatsApp link, and the first ten of them. */
  no_link: number;
  no_link_rows: { row: number; text: string }[];
  /** How dates were read; `isProven` if the file shows it; `ambiguous`: how many cells could be read both ways. */
  dates: { order: DateOrder; isProven: boolean; ambiguous: number };
  /** As they were applied. */
  values: ImportValues;
  /** The first of them. */
  problems: ImportProblem[];
  /** How many rows have each reason, most frequent first. */
  reasons: { field: string; reason: string; rows: number }[];
};

/** What a row will be. */
export type ImportPreview = {
  row: number;
  becomes: 'create' | 'join' | 'update';
  /** The lead that is there. */
  lead_id: number | null;
  nombre: string;
  email: string;
  whatsapp: string | null;
  /** Opens a chat with that number. */
  link: string | null;
  pais: LeadCountry | null;
  client_type: ClientType | null;
  empresa: string | null;
  estado: LeadStatus;
  owner_name: string | null;
  plan: string | null;
  source: string;
  created_at: string;
  next_contact_on: string | null;
  note: string | null;
  /** What it gives to the lead that is there. */
  changed: ImportField[];
};

/** How an import stands. */
export type ImportProgress = {
  id: number;
  name: string;
  state: ImportState;
  done: number;
  total: number;
  created: number;
  joined: number;
  updated: number;
  skipped: number;
  rejected: number;
  removed: number;
  restored: number;
  kept: number;
  by: string | null;
  /** The source of all its leads; null if a column names it. */
  source: string | null;
  started_at: string | null;
  finished_at: string | null;
  /** Until when it can be undone, and its rejected rows can be had; null once they are gone. */
  kept_until: string | null;
  /** Why it stands still at present, or ended before its last row; else null. */
  fault: string | null;
};

/** What a page about an import shows. */
export type OpenImport = { draft: ImportDraft } | { progress: ImportProgress };

export type ImportChoices = {
  mapping: ImportMapping;
  duplicates: DuplicateChoice;
  /** With `update`: what the row says replaces what the lead has. */
  overwrite: boolean;
  /** Null: as proposed. */
  values: ImportValues | null;
  prefer: ImportPreference;
  /** Null: as the file proves, else the day. */
  dates: DateOrder | null;
  /** The country of the rows that name none. */
  pais: LeadCountry | null;
  /** Whether the leads are told, given out and counted as new enquiries. */
  notify: boolean;
};
