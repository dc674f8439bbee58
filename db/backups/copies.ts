import { rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { removeDatabaseFile } from './backup';
import {
  escapeForPattern,
  type FoundBackup,
  listBackups,
  listNames,
  listUpgradeBackups,
  TIME,
} from './rotation';

const DAY_MS = 86_400_000;

/** For how many days at most what was erased stays in the copies that this program keeps by itself. */
export const COPY_DAYS = 30;

/** Every copy of the database that was kept by itself: backups, also those before upgrades, and replaced databases. */
export function findCopies(databasePath: string, folder: string): string[] {
  const backups = [...listBackups(databasePath, folder), ...listUpgradeBackups(databasePath, folder)];
  return [...backups, ...listReplaced(databasePath)].map(({ path }) => path);
}

/**
 * Removes the backups that were made before an upgrade more than 30 days ago: nobody goes back that far, and no number
 * of later ones would ever push them out. Returns how many.
 */
export function removeOldUpgradeBackups(databasePath: string, folder: string): number {
  const old = listUpgradeBackups(databasePath, folder).filter(isOld);
  for (const { path } of old) rmSync(path, { force: true });
  return old.length;
}

/**
 * Removes the databases that restorations replaced, and kept beside the present one, 30 days ago or more. One that
 * somebody has given another name stays. Returns how many.
 */
export function removeReplacedDatabases(databasePath: string): number {
  const old = listReplaced(databasePath).filter(isOld);
  for (const { path } of old) removeDatabaseFile(path);
  return old.length;
}

function listReplaced(databasePath: string): FoundBackup[] {
  const name = escapeForPattern(basename(databasePath));
  return listNames(dirname(databasePath), new RegExp(`^${name}\\.reemplazada-(${TIME})$`));
}

function isOld({ madeAt }: FoundBackup): boolean {
  return Date.now() - madeAt.getTime() >= COPY_DAYS * DAY_MS;
}
