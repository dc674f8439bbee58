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

/** Retention of automatic copies: erased data outlives its erasure by at most this many days. */
export const COPY_DAYS = 30;

/** Every automatic copy: regular backups, pre-upgrade backups, and databases replaced by a restore. */
export function findCopies(databasePath: string, folder: string): string[] {
  const backups = [...listBackups(databasePath, folder), ...listUpgradeBackups(databasePath, folder)];
  return [...backups, ...listReplaced(databasePath)].map(({ path }) => path);
}

/** Removes pre-upgrade backups older than 30 days, which no newer backup would ever push out. Returns how many. */
export function removeOldUpgradeBackups(databasePath: string, folder: string): number {
  const old = listUpgradeBackups(databasePath, folder).filter(isOld);
  for (const { path } of old) rmSync(path, { force: true });
  return old.length;
}

/** Removes databases that a restore replaced 30 or more days ago. Renamed files stay. Returns how many. */
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
