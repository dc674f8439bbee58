import type { ImportProgress, ImportState } from '~/shared/imports/import';
import { query } from '../database/connection';

/** A failed one is stored as done, with its failure. */
export type StoredState = Exclude<ImportState, 'failed'>;

const COUNTS = ['created', 'joined', 'skipped', 'rejected', 'removed', 'restored', 'kept'] as const;

/** A stored import; `columns`, `texts`, `sheets`, `read_as`, `mapping` and `choices` are JSON. */
export type ImportRecord = NewImport &
  Pick<ImportProgress, 'id' | 'total' | 'by' | 'started_at' | 'finished_at' | (typeof COUNTS)[number]> & {
    state: StoredState;
    texts: string;
    read_as: string;
    choices: string | null;
    checks: number;
    position: number;
    forgotten_at: string | null;
    /** Why it stopped before its last row. */
    failure: string | null;
  };

type NewImport = {
  user_id: string;
  name: string;
  delimiter: string;
  columns: string;
  sheets: string;
  sheet: string | null;
  mapping: string;
  /** Whether plain serial numbers of days count from 1904. */
  from_1904: 0 | 1;
  created_at: string;
};

export const insertImport = query<[NewImport], { id: number }>(
  `INSERT INTO imports (user_id, name, delimiter, columns, sheets, sheet, mapping, from_1904, created_at)
   VALUES (:user_id, :name, :delimiter, :columns, :sheets, :sheet, :mapping, :from_1904, :created_at) RETURNING id`,
);

/** Marks a file as completely read. */
export const setRead = query<[{ id: number; total: number; texts: string; read_as: string }]>(
  `UPDATE imports SET total = :total, texts = :texts, read_as = :read_as, state = 'ready' WHERE id = :id`,
);

const IMPORTS = 'SELECT imports.*, profiles.name AS by FROM imports LEFT JOIN profiles ON profiles.id = user_id';

export const selectImport = query<[{ id: number }], ImportRecord>(`${IMPORTS} WHERE imports.id = :id`);

/** The last imports that were started, newest first. */
export const selectBegun = query<[{ limit: number }], ImportRecord>(
  `${IMPORTS} WHERE started_at IS NOT NULL ORDER BY imports.id DESC LIMIT :limit`,
);

/** Active staff, who may own leads. */
export const selectOwners = query<[], { id: string; name: string; email: string }>(
  `SELECT profiles.id, name, email FROM profiles INDEXED BY profiles_by_status JOIN users ON users.id = profiles.id
   WHERE profiles.status = 'active' AND profiles.company_id IS NULL`,
);

export const setChecked = query<[{ id: number; mapping: string; choices: string }], { checks: number }>(
  `UPDATE imports SET mapping = :mapping, choices = :choices, checks = checks + 1
   WHERE id = :id AND state = 'ready' RETURNING checks`,
);

/** Starts an import, or its undoing. */
export const setBegun = query<[{ id: number; state: 'running' | 'undoing'; position: number; now: string }]>(
  `UPDATE imports SET state = :state, position = :position, started_at = coalesce(started_at, :now), finished_at = NULL,
     failure = NULL, texts = '[]'
   WHERE id = :id`,
);

/** Ends it, unless it is being undone instead; what its texts meant is forgotten. */
export const setOver = query<[{ id: number; state: 'done' | 'undone'; failure: string | null; now: string }]>(
  `UPDATE imports SET state = :state, failure = :failure, finished_at = :now, choices = json_set(choices, '$.values', json('{}'))
   WHERE id = :id AND state = iif(:state = 'done', 'running', 'undoing')`,
);

export const setProgress = query<[Pick<ImportRecord, 'id' | 'position' | (typeof COUNTS)[number]>]>(
  `UPDATE imports SET position = :position, ${COUNTS.map((name) => `${name} = :${name}`).join(', ')} WHERE id = :id`,
);

/** The oldest import running or being undone. */
export const selectAtWork = query<[], { id: number }>(
  `SELECT id FROM imports WHERE state IN ('running', 'undoing') ORDER BY id LIMIT 1`,
);

export type ImportRow = { row: number; cells: string; reason: string | null };

export const insertRow = query<[ImportRow & { import_id: number }]>(
  'INSERT INTO import_rows (import_id, row, cells, reason) VALUES (:import_id, :row, :cells, :reason)',
);

export const selectRows = query<[{ import_id: number; after: number; limit: number }], ImportRow>(
  `SELECT row, cells, reason FROM import_rows WHERE import_id = :import_id AND row > :after ORDER BY row LIMIT :limit`,
);

/** Which rows of the range still exist. */
export const selectRowNumbers = query<[{ import_id: number; after: number; last: number }], { row: number }>(
  'SELECT row FROM import_rows WHERE import_id = :import_id AND row > :after AND row <= :last',
);

/** What becomes of rows that can be downloaded afterwards. */
export type KeptOutcome = 'rejected' | 'skipped';
type KeptSlice = { import_id: number; outcome: KeptOutcome; after: number; limit: number };

export const selectKept = query<[KeptSlice], ImportRow>(
  `SELECT row, cells, reason FROM import_rows
   WHERE import_id = :import_id AND row > :after AND outcome = :outcome ORDER BY row LIMIT :limit`,
);

/** Width of the widest of the next such rows, and the last row looked at; nulls if there are none. */
export const selectWidest = query<[KeptSlice], { last: number | null; cells: number | null }>(
  `SELECT max(row) AS last, max(json_array_length(cells)) AS cells FROM (
     SELECT row, cells FROM import_rows
     WHERE import_id = :import_id AND row > :after AND outcome = :outcome ORDER BY row LIMIT :limit
   )`,
);

/** Outcome of a row. Cells are kept only of those that became no lead's. */
export type RowOutcome = {
  import_id: number;
  row: number;
  outcome: 'created' | 'joined' | 'skipped' | 'rejected';
  reason: string | null;
  lead_id: number | null;
  first_event_id: number | null;
  last_event_id: number | null;
  given: string | null;
};

export const setOutcome = query<[RowOutcome]>(
  `UPDATE import_rows SET outcome = :outcome, reason = :reason, lead_id = :lead_id, first_event_id = :first_event_id,
     last_event_id = :last_event_id, given = :given, cells = iif(:outcome IN ('rejected', 'skipped'), cells, '[]')
   WHERE import_id = :import_id AND row = :row`,
);

export const selectRowsBefore = query<
  [{ import_id: number; before: number; limit: number }],
  { row: number; lead_id: number | null }
>(`SELECT row, lead_id FROM import_rows WHERE import_id = :import_id AND row < :before ORDER BY row DESC LIMIT :limit`);

export type LeadRow = {
  row: number;
  outcome: RowOutcome['outcome'];
  first_event_id: number;
  last_event_id: number;
  given: string;
};

/** Everything an import did with one lead, last first. */
export const selectRowsOfLead = query<[{ import_id: number; lead_id: number }], LeadRow>(
  `SELECT row, outcome, first_event_id, last_event_id, given FROM import_rows INDEXED BY import_rows_by_lead
   WHERE import_id = :import_id AND lead_id = :lead_id ORDER BY row DESC`,
);

/** The oldest import whose rows have expired. */
export const selectOldImport = query<[{ begun: string; unused: string }], { id: number; started_at: string | null }>(
  `SELECT id, started_at FROM imports INDEXED BY imports_kept
   WHERE forgotten_at IS NULL AND created_at < :unused AND (started_at IS NULL OR created_at < :begun)
     AND state NOT IN ('running', 'undoing')
   ORDER BY created_at LIMIT 1`,
);

export const deleteSomeRows = query<[{ import_id: number; limit: number }]>(
  `DELETE FROM import_rows WHERE import_id = :import_id AND row IN (
     SELECT row FROM import_rows WHERE import_id = :import_id LIMIT :limit
   )`,
);

export const deleteImport = query<[{ id: number }]>('DELETE FROM imports WHERE id = :id');

export const setForgotten = query<[{ id: number; forgotten_at: string }]>(
  'UPDATE imports SET forgotten_at = :forgotten_at WHERE id = :id',
);
