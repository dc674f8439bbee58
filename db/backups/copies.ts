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

/** Erased data stays in the copies that this program makes by itself for at most this many days. */
export const COPY_DAYS = 30;

/**
 * All copies of the database that this program made by itself: backups, backups before upgrades, and databases that a
 * restore replaced.
 */
export function findCopies(databasePath: string, folder: string): string[] {
  const backups = [...listBackups(databasePath, folder), ...listUpgradeBackups(databasePath, folder)];
  return [...backups, ...listReplaced(databasePath)].map(({ path }) => path);
}

/**
 * Removes backups that were made before an upgrade more than 30 days ago. Nobody goes back that far, and newer backups
 * never push them out. Returns how many.
 */
export function removeOldUpgradeBackups(databasePath: string, folder: string): number {
  const old = listUpgradeBackups(databasePath, folder).filter(isOld);
  for (const { path } of old) rmSync(path, { force: true });
  return old.length;
}

/**
 * Removes databases that were replaced by a restore 30 or more days ago. A file that somebody renamed stays. Returns
 * how many.
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
