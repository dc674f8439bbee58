import { createHash } from 'node:crypto';
import { cleanLine, cutText } from '~/shared/clean-text';
import { fold } from '~/shared/imports/fold';
import type { ImportDraft, ImportMapping } from '~/shared/imports/import';
import type { ImportUpload } from '~/shared/imports/schema';
import { importErrors, importStrings } from '~/shared/strings/imports';
import { inSharedTransaction } from '../database/group-commit';
import { workInSlices } from '../database/slices';
import { BodyPlaces } from '../http/body-places';
import type { FileHead } from './file-pieces';
import { type ImportRow, insertImport, insertRow, selectRemembered, setRead } from './import-queries';
import { explainReaderDeath, importReader, requireReader } from './import-reader';
import { removeUnstartedImport } from './imports';
import { readDraft } from './proposal';

/** A file of 20 MB takes 60 to 80 while it is read: twice its bytes here, and those on their way to the reader. */
export const importPlaces = new BodyPlaces({ places: 2, each: 1, full: importErrors.oneAtATime });

const ROWS_PER_STEP = 20;
const MAX_NAME_LENGTH = 120;

/**
 * Reads an uploaded file, and keeps its rows until they are imported. Keeps nothing of an unreadable one.
 * @throws {AppError} `invalid` with a sentence that says what is wrong with it; `busy`.
 */
export async function receiveImport(
  bytes: Buffer,
  { name, sheet, heads, encoding, hidden }: ImportUpload,
  userId: string,
): Promise<ImportDraft> {
  requireReader();
  let begun: { id: number; remembered: boolean } | undefined;
  let total = 0;
  let found = { texts: '[]', read_as: '{}' };
  const file = {
    bytes,
    sheet: sheet ?? null,
    heads: heads === undefined ? null : heads === 'yes',
    encoding: encoding ?? null,
    withHidden: hidden === 'yes',
  };
  try {
    for await (const piece of importReader.read('readPieces', file)) {
      if ('head' in piece) begun = await begin(piece.head, tidyName(name), userId);
      else if ('texts' in piece) found = { texts: JSON.stringify(piece.texts), read_as: JSON.stringify(piece.read_as) };
      else if (begun) {
        await storeRows(begun.id, piece.rows);
        total += piece.rows.length;
      }
    }
    if (!begun) throw new Error('a file without a head was read');
    const { id, remembered } = begun;
    const stored = await inSharedTransaction(() => setRead().get({ id, total, ...found }));
    if (!stored) throw new Error(`import ${id} is gone`);
    return readDraft(stored, remembered);
  } catch (error) {
    // Fails too on a full disk; housekeeping removes it later.
    if (begun) await removeUnstartedImport(begun.id).catch(() => {});
    return explainReaderDeath(error);
  }
}

async function begin(
  { delimiter, columns, sheets, sheet, from1904, ...head }: FileHead,
  name: string,
  user_id: string,
) {
  const heads_hash = createHash('sha256')
    .update(JSON.stringify(columns.filter(isOfFile).map(fold)))
    .digest();
  // Files without heads have nothing in common.
  const isNamed = columns.some((head, index) => isOfFile(head) && head !== importStrings.unnamed(index + 1));
  const remembered = isNamed ? selectRemembered().get({ heads_hash }) : undefined;
  const mapping = remembered ? mapLike(remembered, columns) : head.mapping;
  // Rows that were rejected count days as the workbook they came from.
  const isRest = columns.some((head) => !isOfFile(head));
  const made = await inSharedTransaction(() =>
    insertImport().get({
      user_id,
      name,
      delimiter,
      columns: JSON.stringify(columns),
      sheets: JSON.stringify(sheets),
      sheet,
      mapping: JSON.stringify(mapping),
      from_1904: from1904 || (isRest && remembered?.from_1904 === 1) ? 1 : 0,
      heads_hash,
      created_at: new Date().toISOString(),
    }),
  );
  if (!made) throw new Error('insert returned no row');
  return { id: made.id, remembered: remembered !== undefined };
}

/** Our own files of rejected rows are the original plus this column. */
const isOfFile = (head: string) => head !== importStrings.reason;

function mapLike(former: { columns: string; mapping: string }, columns: string[]): ImportMapping {
  const heads: string[] = JSON.parse(former.columns);
  const fields = (JSON.parse(former.mapping) as ImportMapping).filter((_, at) => isOfFile(heads[at] ?? ''));
  return columns.map((head) => (isOfFile(head) ? (fields.shift() ?? null) : null));
}

/** The bare file name. */
function tidyName(name: string): string {
  return cutText(cleanLine(name).replace(/^.*[/\\]/, ''), MAX_NAME_LENGTH) || 'archivo';
}

async function storeRows(import_id: number, rows: readonly ImportRow[]): Promise<void> {
  let at = 0;
  await workInSlices(() => {
    const some = rows.slice(at, at + ROWS_PER_STEP);
    for (const row of some) insertRow().run({ import_id, ...row });
    at += some.length;
    return some.length;
  });
}
