import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { databaseName } from './backup';

const DAY_MS = 86_400_000;
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z`;

/** A backup found in a folder. */
export type FoundBackup = { path: string; madeAt: Date };

/** A database's regular backups in `folder`, newest first; those made before migrations are not among them. */
export function listBackups(databasePath: string, folder: string): FoundBackup[] {
  return listNames(
    folder,
    new RegExp(`^${escapeForPattern(databaseName(databasePath))}-(${TIME})\\.sqlite$`),
  ).sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

/**
 * Removes all but the newest `keep` regular backups, all but the newest `keep` of those made before migrations,
 * and what interrupted backups of earlier days left. Returns the removed paths.
 */
export function rotateBackups(databasePath: string, folder: string, keep: number): string[] {
  const name = escapeForPattern(databaseName(databasePath));
  const beforeMigrations = listNames(folder, new RegExp(`^${name}-antes-de-.*?-(${TIME})\\.sqlite$`)).sort(
    (a, b) => b.madeAt.getTime() - a.madeAt.getTime(),
  );
  const abandoned = readdirSync(folder)
    .filter((file) => /\.parcial(-\w+)?$/.test(file))
    .map((file) => join(folder, file))
    .filter((path) => Date.now() - statSync(path).mtimeMs > DAY_MS);
  const surplus = [
    ...listBackups(databasePath, folder)
      .slice(keep)
      .map(({ path }) => path),
    ...beforeMigrations.slice(keep).map(({ path }) => path),
    ...abandoned,
  ];
  for (const path of surplus) rmSync(path, { force: true });
  return surplus;
}

function listNames(folder: string, pattern: RegExp): FoundBackup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((file) => {
    const time = pattern.exec(file)?.[1];
    return time ? [{ path: join(folder, file), madeAt: parseTime(time) }] : [];
  });
}

function parseTime(time: string): Date {
  return new Date(time.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/, 'T$1:$2:$3.$4Z'));
}

function escapeForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
