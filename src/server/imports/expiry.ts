import { workInSlices } from '../database/slices';
import { deleteImport, deleteSomeRows, selectOldImport, setForgotten } from './import-queries';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long an import can be undone and its rejected rows downloaded. */
export const IMPORT_DAYS = 30;
/** How long a file is kept that nobody imports. */
const UNUSED_MS = DAY_MS;
const REMOVED_AT_ONCE = 50;

/** Removes an import that never started, with its rows. */
export async function forgetImport(id: number): Promise<number> {
  return workInSlices(
    () =>
      deleteSomeRows().run({ import_id: id, limit: REMOVED_AT_ONCE }).changes ||
      deleteImport().run({ id }).changes,
  );
}

/** Removes the rows of old imports, and files nobody imported. Returns how many rows and files. */
export function removeOldImports(now = Date.now()): Promise<number> {
  const begun = new Date(now - IMPORT_DAYS * DAY_MS).toISOString();
  const unused = new Date(now - UNUSED_MS).toISOString();
  return workInSlices(() => {
    const old = selectOldImport().get({ begun, unused });
    if (!old) return 0;
    const { changes } = deleteSomeRows().run({ import_id: old.id, limit: REMOVED_AT_ONCE });
    if (changes > 0) return changes;
    if (old.started_at === null) return deleteImport().run({ id: old.id }).changes;
    return setForgotten().run({ id: old.id, forgotten_at: new Date(now).toISOString() }).changes;
  });
}
