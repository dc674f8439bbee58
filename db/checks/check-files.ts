import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Settings } from '~/server/env';
import { explainFolderFault } from '~/server/process/file-fault';
import { describeCount } from '~/shared/counts';
import { findLackOfRoom, freeBytes } from '../backups/backup';
import { isAhead, listBackups, newestBackup } from '../backups/rotation';
import { bad, type Finding, good, warning } from './finding';

const HOUR_MS = 3_600_000;
const MB = 2 ** 20;
/** A backup more than two hours late counts as failed. */
const GRACE_HOURS = 2;
const LITTLE_SPACE_BYTES = 256 * MB;
const NO_SPACE_BYTES = 32 * MB;
const LARGE_BACKLOG_BYTES = 256 * MB;

/** Whether backups are made in time, and the next one can be. */
export function checkBackups({ DATABASE_PATH, BACKUP_DIR, BACKUP_EVERY_HOURS }: Settings): Finding {
  const name = 'Respaldos';
  const newest = newestBackup(DATABASE_PATH, BACKUP_DIR);
  const ahead = listBackups(DATABASE_PATH, BACKUP_DIR).filter(isAhead).length;
  const hours = newest ? Math.max(0, Date.now() - newest.madeAt.getTime()) / HOUR_MS : Infinity;
  const isDone = BACKUP_EVERY_HOURS > 0 && existsSync(DATABASE_PATH);
  const obstacle = isDone ? findBackupObstacle(DATABASE_PATH, BACKUP_DIR) : null;
  const detail = [
    newest ? `el último es de ${describeAge(hours)}: ${newest.path}` : `no hay ninguno en ${BACKUP_DIR}`,
    ahead > 0 && `no cuentan ${ahead} con una fecha que todavía no llegó`,
    obstacle,
  ]
    .filter(Boolean)
    .join('; ');
  if (obstacle) return bad(name, detail);
  // The running server makes the first backup, and the first after a restore, immediately.
  const isLate = isDone && hours > BACKUP_EVERY_HOURS + GRACE_HOURS;
  const isFresh = isDone && Date.now() - statSync(DATABASE_PATH).birthtimeMs < GRACE_HOURS * HOUR_MS;
  if (isLate && !isFresh) return bad(name, detail);
  return (!newest || ahead > 0 || isLate ? warning : good)(name, detail);
}

function describeAge(hours: number): string {
  if (hours < 1) return 'hace menos de una hora';
  if (hours < 48) return `hace ${describeCount(Math.floor(hours), 'hora', 'horas')}`;
  return `hace ${Math.floor(hours / 24)} días`;
}

function findBackupObstacle(databasePath: string, folder: string): string | null {
  return explainFolderFault(folder) ?? (existsSync(folder) ? findLackOfRoom(databasePath, folder) : null);
}

export function checkSpace({ DATABASE_PATH }: Settings): Finding {
  const name = 'Disco';
  const folder = dirname(DATABASE_PATH);
  if (!existsSync(folder)) return warning(name, `todavía no existe ${folder}`);
  const free = freeBytes(folder);
  const detail = `quedan ${Math.round(free / MB)} MB en ${folder}`;
  if (free < NO_SPACE_BYTES) return bad(name, detail);
  return (free < LITTLE_SPACE_BYTES ? warning : good)(name, detail);
}

/** Warns of a large Litestream backlog: data it could not send to its storage. Silent where Litestream is unused. */
export function* checkReplica({ DATABASE_PATH }: Settings): Generator<Finding> {
  const name = 'Copia continua';
  const folder = join(dirname(DATABASE_PATH), `.${basename(DATABASE_PATH)}-litestream`);
  if (!existsSync(folder)) return;
  const bytes = sumFiles(folder);
  if (bytes === null) {
    yield warning(name, `este usuario no puede leer ${folder}`);
    return;
  }
  const detail = `${Math.round(bytes / MB)} MB esperan para enviarse`;
  yield bytes < LARGE_BACKLOG_BYTES
    ? good(name, detail)
    : warning(name, `${detail}: Litestream no llega a su almacenamiento`);
}

/** Total size of a folder's files; null if this user may not read it. Files that Litestream removes count as 0. */
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

/** Whether the privacy page, written at build time, states when lost leads are anonymised. */
export function* checkPrivacyPage({ LOST_LEADS_MONTHS: months }: Settings): Generator<Finding> {
  const name = 'Política de privacidad';
  const page = join('dist', 'client', 'privacidad', 'index.html');
  if (!existsSync(page)) return;
  const said = Number(/data-months="?(\d+)/.exec(readFileSync(page, 'utf8'))?.[1] ?? 0);
  const [told, kept] = [said, months].map((value) => (value === 0 ? 'ninguno' : `${value} meses`));
  yield said === months
    ? good(name, months === 0 ? 'no dice plazo, y no hay' : 'dice el plazo')
    : warning(
        name,
        `se construyó con otro plazo para borrar a quien no compró (${told}) que el de LOST_LEADS_MONTHS (${kept}): construí de nuevo, o revisá siSeBorra en src/content/legal.yaml`,
      );
}
