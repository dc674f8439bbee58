import { cleanLine, cutText } from '~/shared/clean-text';
import type { ImportDraft } from '~/shared/imports/import';
import type { ImportUpload } from '~/shared/imports/schema';
import { importErrors } from '~/shared/strings/imports';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { workInSlices } from '../database/slices';
import { BodyPlaces } from '../http/body-places';
import type { ImportRow, NewImport } from './import-queries';
import { explainReaderDeath, importReader, requireReader } from './import-reader';
import { removeUnstartedImport, requireReady } from './imports';
import { readDraft } from './proposal';

/** A file of 20 MB takes 60 to 80 while it is read: twice its bytes here, and those on their way to the reader. */
export const importPlaces = new BodyPlaces({ places: 2, each: 1, full: importErrors.oneAtATime });

const ROWS_PER_STEP = 20;
const MAX_NAME_LENGTH = 120;

const insertImport = query<[NewImport], { id: number }>(
  `INSERT INTO imports (user_id, name, delimiter, columns, sheets, sheet, mapping, from_1904, created_at)
   VALUES (:user_id, :name, :delimiter, :columns, :sheets, :sheet, :mapping, :from_1904, :created_at) RETURNING id`,
);

const setRead = query<[{ id: number; total: number; texts: string; read_as: string }]>(
  `UPDATE imports SET total = :total, texts = :texts, read_as = :read_as, state = 'ready' WHERE id = :id`,
);

/**
 * Reads an uploaded file, and keeps its rows until they are imported. Keeps nothing of an unreadable one.
 * @throws {AppError} `invalid` with a sentence that says what is wrong with it; `busy`.
 */
export async function receiveImport(
  bytes: Buffer,
  { name, ...wanted }: ImportUpload,
  userId: string,
): Promise<ImportDraft> {
  requireReader();
  let id: number | undefined;
  let total = 0;
  let found = { texts: '[]', read_as: '{}' };
  try {
    for await (const piece of importReader.read('readPieces', { bytes, ...wanted })) {
      if ('head' in piece) {
        const { columns, mapping, sheets, ...head } = piece.head;
        const made = {
          ...{ ...head, user_id: userId, name: tidyName(name), created_at: new Date().toISOString() },
          ...{ columns: JSON.stringify(columns), mapping: JSON.stringify(mapping), sheets: JSON.stringify(sheets) },
        };
        id = (await inSharedTransaction(() => insertImport().get(made)))?.id;
      } else if ('texts' in piece)
        found = { texts: JSON.stringify(piece.texts), read_as: JSON.stringify(piece.read_as) };
      else if (id !== undefined) total += await storeRows(id, piece.rows);
    }
    const read = { id: id ?? 0, total, ...found };
    await inSharedTransaction(() => setRead().run(read));
    return readDraft(requireReady(read.id));
  } catch (error) {
    // Fails too on a full disk; housekeeping removes it later.
    if (id !== undefined) await removeUnstartedImport(id).catch(() => {});
    return explainReaderDeath(error);
  }
}

function tidyName(name: string): string {
  return cutText(cleanLine(name).replace(/^.*[/\\]/, ''), MAX_NAME_LENGTH) || 'archivo';
}

const insertRow = query<[ImportRow & { import_id: number }]>(
  'INSERT INTO import_rows (import_id, row, cells, reason) VALUES (:import_id, :row, :cells, :reason)',
);

function storeRows(import_id: number, rows: readonly ImportRow[]): Promise<number> {
  let at = 0;
  return workInSlices(() => {
    const some = rows.slice(at, at + ROWS_PER_STEP);
    for (const row of some) insertRow().run({ import_id, ...row });
    at += some.length;
    return some.length;
  });
}
