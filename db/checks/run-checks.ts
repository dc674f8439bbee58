import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { getSettings, type Settings, SettingsError } from '~/server/env';
import { describeMailFailure } from '~/server/mail/failure';
import { probeMail } from '~/server/mail/transport';
import { explainFolderFault } from '~/server/process/file-fault';
import { findLackOfRoom } from '../backups/backup';
import { isAhead, listBackups, newestBackup } from '../backups/rotation';
import { checkDatabase } from './check-database';
import { checkDestinations } from './check-destinations';
import { checkPrivacyPage } from './check-privacy';
import { checkReachable } from './check-reachable';
import { checkReplica } from './check-replica';
import { checkSecretsKey } from './check-secrets-key';

/** The result of one check; a `warning` does not make the command fail. */
export type Finding = { name: string; result: 'good' | 'warning' | 'bad'; detail: string };

const HOUR_MS = 3_600_000;
/** A backup more than two hours late counts as failed. */
const GRACE_HOURS = 2;
const LITTLE_SPACE_BYTES = 256 * 2 ** 20;
const NO_SPACE_BYTES = 32 * 2 ** 20;

/** Runs all checks in sequence. The first reads the settings, which the others need. */
export async function* runChecks({ offline }: { offline: boolean }): AsyncGenerator<Finding> {
  let settings: Settings;
  try {
    settings = getSettings();
    yield { name: 'Ajustes', result: 'good', detail: 'se entienden' };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    yield { name: 'Ajustes', result: 'bad', detail: error.message };
    return;
  }
  yield* checkFile(settings);
  yield checkBackups(settings);
  yield await checkSpace(settings);
  yield* checkReplica(settings.DATABASE_PATH);
  const privacy = checkPrivacyPage(settings.LOST_LEADS_MONTHS);
  if (privacy) yield privacy;
  if (offline) return;
  yield await checkMail();
  yield await checkReachable('Flujo de automatización', settings.LEAD_WEBHOOK_URL);
  yield* checkDestinations(settings.DATABASE_PATH);
  yield await checkReachable('Función de acceso externa', settings.PROVISIONING_URL);
}

function* checkFile({ DATABASE_PATH: path, SECRETS_KEY_FILE }: Settings): Generator<Finding> {
  if (!existsSync(path)) {
    yield {
      name: 'Base',
      result: 'bad',
      detail: `no existe ${path}. ¿Es ese el DATABASE_PATH del servidor?`,
    };
    return;
  }
  try {
    const db = new Sqlite(path, { readonly: true, timeout: 5000 });
    try {
      yield* checkDatabase(db);
      yield checkSecretsKey(db, SECRETS_KEY_FILE);
    } finally {
      db.close();
    }
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
    yield {
      name: 'Base',
      result: 'bad',
      detail: `${path} no se puede leer: ${error.message}. Restaurá un respaldo.`,
    };
  }
}

function checkBackups({ DATABASE_PATH, BACKUP_DIR, BACKUP_EVERY_HOURS }: Settings): Finding {
  const name = 'Respaldos';
  const newest = newestBackup(DATABASE_PATH, BACKUP_DIR);
  const ahead = listBackups(DATABASE_PATH, BACKUP_DIR).filter(isAhead).length;
  const hours = newest
    ? Math.max(0, Date.now() - newest.madeAt.getTime()) / HOUR_MS
    : Number.POSITIVE_INFINITY;
  const detail = [
    newest
      ? `el último es de hace ${hours.toFixed(1)} horas: ${newest.path}`
      : `no hay ninguno en ${BACKUP_DIR}`,
    ...(ahead > 0 ? [`no cuentan ${ahead} con una fecha que todavía no llegó`] : []),
  ];
  const isDone = BACKUP_EVERY_HOURS > 0 && existsSync(DATABASE_PATH);
  const obstacle = isDone ? findBackupObstacle(DATABASE_PATH, BACKUP_DIR) : null;
  if (obstacle) return { name, result: 'bad', detail: [...detail, obstacle].join('; ') };
  // The running server makes the first backup, and the first after a restore, immediately.
  const isLate = isDone && hours > BACKUP_EVERY_HOURS + GRACE_HOURS;
  const isFresh = isDone && Date.now() - statSync(DATABASE_PATH).birthtimeMs < GRACE_HOURS * HOUR_MS;
  const result = isLate && !isFresh ? 'bad' : !newest || ahead > 0 || isLate ? 'warning' : 'good';
  return { name, result, detail: detail.join('; ') };
}

/** Why the next backup would fail, or null. */
function findBackupObstacle(databasePath: string, folder: string): string | null {
  return explainFolderFault(folder) ?? (existsSync(folder) ? findLackOfRoom(databasePath, folder) : null);
}

async function checkSpace({ DATABASE_PATH }: Settings): Promise<Finding> {
  const name = 'Disco';
  const folder = dirname(DATABASE_PATH);
  if (!existsSync(folder)) return { name, result: 'warning', detail: `todavía no existe ${folder}` };
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const detail = `quedan ${Math.round(free / 2 ** 20)} MB en ${folder}`;
  if (free < NO_SPACE_BYTES) return { name, result: 'bad', detail };
  return { name, result: free < LITTLE_SPACE_BYTES ? 'warning' : 'good', detail };
}

async function checkMail(): Promise<Finding> {
  const name = 'Correo';
  try {
    return { name, result: 'good', detail: `sale por ${await probeMail()}` };
  } catch (error) {
    return { name, result: 'bad', detail: `no puede salir: ${describeMailFailure(error)}` };
  }
}
