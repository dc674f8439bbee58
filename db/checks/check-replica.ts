import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Finding } from './run-checks';

const MUCH_BYTES = 256 * 2 ** 20;

/**
 * Warns of a large Litestream backlog, i.e. data it could not send to its storage. Silent where Litestream is unused.
 */
export function* checkReplica(databasePath: string): Generator<Finding> {
  const folder = join(dirname(databasePath), `.${basename(databasePath)}-litestream`);
  if (!existsSync(folder)) return;
  const bytes = sumFiles(folder);
  if (bytes === null) {
    yield { name: 'Copia continua', result: 'warning', detail: `este usuario no puede leer ${folder}` };
    return;
  }
  const detail = `${Math.round(bytes / 2 ** 20)} MB esperan para enviarse`;
  yield bytes < MUCH_BYTES
    ? { name: 'Copia continua', result: 'good', detail }
    : {
        name: 'Copia continua',
        result: 'warning',
        detail: `${detail}: Litestream no llega a su almacenamiento`,
      };
}

/**
 * Total size of a folder's files; null if this user may not read it. Files that Litestream removes meanwhile count as
 * 0.
 */
function sumFiles(folder: string): number | null {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
      .reduce((sum, entry) => sum + (entry?.isFile() ? entry.size : 0), 0);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 0;
    if (code === 'EACCES') return null;
    throw error;
  }
}
