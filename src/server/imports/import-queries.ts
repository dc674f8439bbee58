import type { IMPORT_COUNTS, ImportProgress, ImportState } from '~/shared/imports/import';
import { query } from '../database/connection';

/** A failed one is stored as done, with its failure. */
export type StoredState = Exclude<ImportState, 'failed'>;

/** A stored import; `columns`, `texts`, `sheets`, `read_as`, `mapping` and `choices` are JSON. */
export type ImportRecord = NewImport &
  Pick<ImportProgress, 'id' | 'total' | 'by' | 'started_at' | 'finished_at' | (typeof IMPORT_COUNTS)[number]> & {
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

export type NewImport = {
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

export const IMPORTS = 'SELECT imports.*, profiles.name AS by FROM imports LEFT JOIN profiles ON profiles.id = user_id';

export const selectImport = query<[{ id: number }], ImportRecord>(`${IMPORTS} WHERE imports.id = :id`);

/** Active staff, who may own leads. */
export const selectOwners = query<[], { id: string; name: string; email: string }>(
  `SELECT profiles.id, name, email FROM profiles INDEXED BY profiles_by_status JOIN users ON users.id = profiles.id
   WHERE profiles.status = 'active' AND profiles.company_id IS NULL`,
);

export type ImportRow = { row: number; cells: string; reason: string | null };

export const selectRows = query<[{ import_id: number; after: number; limit: number }], ImportRow>(
  `SELECT row, cells, reason FROM import_rows WHERE import_id = :import_id AND row > :after ORDER BY row LIMIT :limit`,
);
