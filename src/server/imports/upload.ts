import { createHash } from 'node:crypto';
import type { ImportDraft, ImportMapping } from '~/shared/imports/import';
import { importStrings } from '~/shared/strings/imports';
import { inSharedTransaction } from '../database/group-commit';
import { workInSlices } from '../database/slices';
import { forgetImport } from './expiry';
import type { FileHead } from './file-pieces';
import { type ImportRow, insertImport, insertRow, selectRemembered, setTotal } from './import-queries';
import { explainDeath, importReader } from './import-reader';
import { fold } from './rows/heads';

const ROWS_A_STEP = 20;
const LONGEST_NAME = 120;

/**
 * Reads a file that was sent, and keeps its rows until they are imported. Nothing of a file that cannot be read is kept.
 * @throws {AppError} `invalid` with a sentence that says what is wrong with it.
 */
export async function receiveImport(file: Buffer, name: string, userId: string): Promise<ImportDraft> {
  let draft: ImportDraft | undefined;
  try {
    for await (const piece of importReader.read('readPieces', file)) {
      if ('head' in piece) draft = await begin(piece.head, tidyName(name), userId);
      else if (draft) {
        await storeRows(draft.id, piece.rows);
        draft.rows += piece.rows.length;
      }
    }
    if (!draft) throw new Error('a file without a head was read');
    const { id, rows: total } = draft;
    await inSharedTransaction(() => setTotal().run({ id, total }));
    return draft;
  } catch (error) {
    // Where the disk is full this fails, too; housekeeping removes it later.
    if (draft) await forgetImport(draft.id).catch(() => {});
    return explainDeath(error);
  }
}

async function begin(head: FileHead, name: string, user_id: string): Promise<ImportDraft> {
  const { delimiter, columns, sample } = head;
  const heads_hash = createHash('sha256')
    .update(JSON.stringify(columns.map(fold).filter(isOfFile)))
    .digest();
  const remembered = selectRemembered().get({ heads_hash });
  const mapping = remembered ? mapLike(remembered, columns) : head.mapping;
  const made = await inSharedTransaction(() =>
    insertImport().get({
      user_id,
      name,
      delimiter,
      columns: JSON.stringify(columns),
      mapping: JSON.stringify(mapping),
      heads_hash,
      created_at: new Date().toISOString(),
    }),
  );
  if (!made) throw new Error('insert returned no row');
  return { id: made.id, name, columns, sample, mapping, remembered: remembered !== undefined, rows: 0 };
}

/** Our own files of rejected rows have one column more, and are otherwise like the file that they come from. */
const isOfFile = (folded: string) => folded !== importStrings.reason;

function mapLike(former: { columns: string; mapping: string }, columns: string[]): ImportMapping {
  const heads: string[] = JSON.parse(former.columns);
  const fields = (JSON.parse(former.mapping) as ImportMapping).filter((_, at) =>
    isOfFile(fold(heads[at] ?? '')),
  );
  return columns.map((head) => (isOfFile(fold(head)) ? (fields.shift() ?? null) : null));
}

/** Without its folder and signs that no one-line text has. */
function tidyName(name: string): string {
  const plain = name
    .replace(/^.*[/\\]/, '')
    .replace(/\p{Cc}+/gu, ' ')
    .normalize('NFC')
    .trim();
  return plain.slice(0, LONGEST_NAME).toWellFormed() || 'archivo';
}

async function storeRows(import_id: number, rows: readonly ImportRow[]): Promise<void> {
  let at = 0;
  await workInSlices(() => {
    const some = rows.slice(at, at + ROWS_A_STEP);
    for (const row of some) insertRow().run({ import_id, ...row });
    at += some.length;
    return some.length;
  });
}
