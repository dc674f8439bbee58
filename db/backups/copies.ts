import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { databaseName } from './backup';

const DAY_MS = 86_400_000;

/** For how many days at most what was erased stays in the copies that this program keeps by itself. */
export const COPY_DAYS = 30;

/** Every copy of the database that was kept by itself: backups, also those before upgrades, and replaced databases. */
export function findCopies(databasePath: string, folder: string): string[] {
  const name = databaseName(databasePath);
  const isBackup = (file: string) => file.startsWith(`${name}-`) && file.endsWith('.sqlite');
  const isReplaced = (file: string) => file.startsWith(`${basename(databasePath)}.reemplazada-`);
  return [...list(folder, isBackup), ...list(dirname(databasePath), isReplaced)];
}

/**
 * Removes the backups that were made before an upgrade more than 30 days ago: nobody goes back that far, and no number
 * of later ones would ever push them out. Returns how many.
 */
export function removeOldUpgradeBackups(databasePath: string, folder: string, now = Date.now()): number {
  const prefix = `${databaseName(databasePath)}-antes-de-`;
  const old = list(folder, (file) => file.startsWith(prefix) && file.endsWith('.sqlite')).filter(
    (path) => now - statSync(path).mtimeMs > COPY_DAYS * DAY_MS,
  );
  for (const path of old) rmSync(path, { force: true });
  return old.length;
}

function list(folder: string, matches: (file: string) => boolean): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(matches)
    .map((file) => join(folder, file));
}
