import type { ImportMapping } from '~/shared/imports/import';
import { importErrors, importStrings } from '~/shared/strings/imports';
import { AppError } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { csvOfRows } from '../csv-writer';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { inReadingThread } from '../process/reading-thread';
import type { StoredChoices } from './choices';
import { type ImportRow, selectImport } from './import-queries';
import { isDateField, writeUsual } from './rows/dates';

const SLICE = 200;

/** What becomes of rows that can be downloaded afterwards. */
type Kept = { import_id: number; outcome: 'rejected' | 'skipped' };

const selectKept = query<[Kept & { after: number; limit: number }], ImportRow>(
  `SELECT row, cells, reason FROM import_rows
   WHERE import_id = :import_id AND row > :after AND outcome = :outcome ORDER BY row LIMIT :limit`,
);

/**
 * The rejected or skipped rows as they came, but for dates that only the rest of their file explains, plus a column with
 * the reason, to fix and import again. Audited.
 * @throws {AppError} `not_found`, also once they are no longer kept.
 */
export async function exportKeptRows(id: number, outcome: Kept['outcome'], actor: Actor): Promise<Response> {
  const stored = selectImport().get({ id });
  if (!stored?.started_at) throw new AppError('not_found');
  if (stored.forgotten_at) throw new AppError('not_found', { message: importErrors.forgotten });
  await inSharedTransaction(() => recordAudit({ type: `${outcome}_exported`, actor, to: stored.name }));
  const heads: string[] = JSON.parse(stored.columns);
  const mapping: ImportMapping = JSON.parse(stored.mapping);
  const { dates }: StoredChoices = JSON.parse(stored.choices ?? '{}');
  const write = (cell: string, index: number) =>
    isDateField(mapping[index]) ? writeUsual(cell, dates, stored.from_1904 === 1) : cell;
  const width = await findWidth({ import_id: id, outcome });
  // A row wider than the heads is one to fix, so no cell is dropped.
  for (let at = heads.length; at < width; at++) heads.push(importStrings.unnamed(at + 1));
  // Drop the reason of an earlier round.
  const kept = heads.flatMap((head, index) => (head === importStrings.reason ? [] : [index]));
  let after = 0;
  return csvOfRows({
    fileName: `${importStrings.keptRows[outcome]}-${id}`,
    // For files that came with tabs: this separator opens in columns in Spanish Excel.
    separator: stored.delimiter === ',' ? ',' : ';',
    heads: [...kept.map((index) => heads[index] ?? ''), importStrings.reason],
    readMore: () => {
      const rows = selectKept().all({ import_id: id, outcome, after, limit: SLICE });
      after = rows.at(-1)?.row ?? after;
      return rows.map(({ cells, reason }) => {
        const all: string[] = JSON.parse(cells);
        return [...kept.map((index) => write(all[index] ?? '', index)), reason];
      });
    },
  });
}

const selectWidest = query<[Kept], { cells: number | null }>(
  'SELECT max(json_array_length(cells)) AS cells FROM import_rows WHERE import_id = :import_id AND outcome = :outcome',
);

const findWidth = inReadingThread('kept-width', (kept: Kept) => selectWidest().get(kept)?.cells ?? 0);
