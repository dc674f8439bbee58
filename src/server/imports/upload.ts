import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { IMPORT_LIMITS, type ImportDraft, type ImportMapping } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/import-errors';
import { importStrings } from '~/shared/strings/imports';
import { inSharedTransaction } from '../database/group-commit';
import { workInSlices } from '../database/slices';
import { forgetImport } from './expiry';
import { fileFault } from './files/file-fault';
import { type FileRow, openFile } from './files/read-file';
import { insertImport, insertRow, selectRemembered, setTotal } from './import-queries';
import { fold } from './rows/heads';
import { findColumns, guessMapping } from './rows/recognise';

/** The rows by which columns are recognised. */
const LOOKED_AT = 200;
const SHOWN = 5;
/** Some rows are stored together, so that few slices wait for the disk. */
const STORED_AT_ONCE = 1000;
const ROWS_A_STEP = 20;
const LONGEST_NAME = 120;

/** One file at a time, so that several at once need no more memory than one. */
const inTurn = pLimit(1);

/**
 * Reads a file that was sent, in slices, and keeps its rows until they are imported. Nothing of a file that cannot be read
 * is kept.
 * @throws {AppError} `invalid` with a sentence that says what is wrong with it.
 */
export function receiveImport(file: Buffer, name: string, userId: string): Promise<ImportDraft> {
  return inTurn(() => readImport(file, name, userId));
}

async function readImport(file: Buffer, name: string, userId: string): Promise<ImportDraft> {
  const { delimiter, rows, isCut } = await openFile(file);
  const first: FileRow[] = [];
  const iterator = rows[Symbol.asyncIterator]();
  let next = await iterator.next();
  for (; !next.done && first.length < LOOKED_AT; next = await iterator.next()) first.push(next.value);
  if (first.length === 0) throw fileFault(importErrors.empty);

  const { columns, dataFrom } = findColumns(first);
  const data = first.slice(dataFrom);
  const heads_hash = createHash('sha256')
    .update(JSON.stringify(columns.map(fold).filter(isOfFile)))
    .digest();
  const remembered = selectRemembered().get({ heads_hash });
  const mapping = remembered ? mapLike(remembered, columns) : guessMapping(columns, data);
  const id = await inSharedTransaction(() => {
    const made = insertImport().get({
      user_id: userId,
      name: tidyName(name),
      delimiter,
      columns: JSON.stringify(columns),
      mapping: JSON.stringify(mapping),
      heads_hash,
      created_at: new Date().toISOString(),
    });
    if (!made) throw new Error('insert returned no row');
    return made.id;
  });
  try {
    let total = 0;
    let waiting = data;
    let isNarrower = 0;
    let last = data.at(-1);
    const heads = first[dataFrom - 1]?.width ?? columns.length;
    const keep = async () => {
      await storeRows(id, waiting, null);
      waiting = [];
    };
    for (const row of data) if (row.width < heads) isNarrower++;
    total += data.length;
    for (; !next.done; next = await iterator.next()) {
      last = next.value;
      if (last.width < heads) isNarrower++;
      if (++total > IMPORT_LIMITS.rows) throw fileFault(importErrors.manyRows(IMPORT_LIMITS.rows));
      waiting.push(last);
      if (waiting.length >= STORED_AT_ONCE) await keep();
    }
    if (total === 0 || !last) throw fileFault(importErrors.noRows);
    // All other rows are as wide as the heads, and this one ends within the line.
    const wasCut = isCut() && last.width < heads && isNarrower === 1;
    const whole = wasCut ? waiting.filter((row) => row !== last) : waiting;
    await storeRows(id, whole, null);
    if (wasCut) await storeRows(id, [last], importErrors.cutRow(last.width, heads));
    await inSharedTransaction(() => setTotal().run({ id, total }));
    return {
      id,
      name: tidyName(name),
      columns,
      sample: data.slice(0, SHOWN).map(({ cells }) => cells),
      mapping,
      remembered: remembered !== undefined,
      rows: total,
    };
  } catch (error) {
    // Where the disk is full this fails, too; housekeeping removes it later.
    await forgetImport(id).catch(() => {});
    throw error;
  }
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

async function storeRows(import_id: number, rows: readonly FileRow[], reason: string | null): Promise<void> {
  let at = 0;
  await workInSlices(() => {
    const some = rows.slice(at, at + ROWS_A_STEP);
    for (const { row, cells } of some)
      insertRow().run({ import_id, row, cells: JSON.stringify(cells), reason });
    at += some.length;
    return some.length;
  });
}
