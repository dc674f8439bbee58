import type { LeadCountry } from '../leads/lead';

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
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** The field of each column, in the file's order; null: it is not imported. */
export type ImportMapping = (ImportField | null)[];

/** What becomes of a row whose person is there already. */
export const DUPLICATE_CHOICES = ['skip', 'join', 'create'] as const;
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

/** A file that was read: its columns, its first rows, and how its columns would be read. */
export type ImportDraft = {
  id: number;
  name: string;
  columns: string[];
  sample: string[][];
  mapping: ImportMapping;
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
  duplicates: number;
  invalid: number;
  /** The first of them. */
  problems: ImportProblem[];
  /** How many rows have each reason, most frequent first. */
  reasons: { field: string; reason: string; rows: number }[];
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
  /** The country of the rows that name none. */
  pais: LeadCountry | null;
  /** Whether the leads are told, given out and counted as new enquiries. */
  notify: boolean;
};
