import type { Database } from 'better-sqlite3';
import { findKeyFault } from '~/server/secrets/key-file';
import { readKeyMark } from '../backups/inspect';
import type { Finding } from './run-checks';

/** Whether the key of the sealed secrets is in its file and readable only by its owner. */
export function checkSecretsKey(db: Database, path: string): Finding {
  const name = 'Clave de secretos';
  const needed = readKeyMark(db);
  const fault = findKeyFault(path, needed);
  if (fault) return { name, result: 'bad', detail: fault };
  const detail = needed
    ? `está en ${path}; los respaldos no la llevan: guardá una copia aparte`
    : 'todavía no hay nada cifrado';
  return { name, result: 'good', detail };
}
