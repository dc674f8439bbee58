import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { databaseName } from './backup';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** When a copy was made, as its name says it. */
export const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z`;

/** A date further ahead than this is no slip of the clock: it was wrong when the file was made, or it is now. */
const AHEAD_MS = 5 * 60_000;

/** A backup found in a folder. */
export type FoundBackup = { path: string; madeAt: Date };

/** A database's regular backups in `folder`, those made before migrations not among them. */
export function listBackups(databasePath: string, folder: string): FoundBackup[] {
  return listNames(
    folder,
    new RegExp(`^${escapeForPattern(databaseName(databasePath))}-(${TIME})\\.sqlite$`),
  );
}

/** Those made before migrations. */
export function listUpgradeBackups(databasePath: string, folder: string): FoundBackup[] {
  const name = escapeForPattern(databaseName(databasePath));
  return listNames(folder, new RegExp(`^${name}-antes-de-.*?-(${TIME})\\.sqlite$`));
}

/** Whether a backup bears a date that has not come yet, which says nothing about when it was made. */
export function isAhead({ madeAt }: FoundBackup): boolean {
  return madeAt.getTime() > Date.now() + AHEAD_MS;
}

/** The last regular backup, as far as dates can be believed. */
export function newestBackup(databasePath: string, folder: string): FoundBackup | undefined {
  return listBackups(databasePath, folder).find((backup) => !isAhead(backup));
}

/**
 * Removes what has been outlived: of the regular backups, those that `choose` does not keep; of those made before
 * migrations, all but the newest `keep`; and what interrupted backups of earlier days left. Returns the removed paths.
 */
export function rotateBackups(
  databasePath: string,
  folder: string,
  keep: number,
  periodHours: number,
): string[] {
  const regular = listBackups(databasePath, folder);
  const kept = choose(regular, keep, periodHours * HOUR_MS);
  const abandoned = readdirSync(folder)
    .filter((file) => /\.parcial(-\w+)?$/.test(file))
    .map((file) => join(folder, file))
    // Another process may give one its final name meanwhile.
    .filter(
      (path) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > DAY_MS,
    );
  const surplus = [
    ...regular.filter((backup) => !kept.has(backup)).map(({ path }) => path),
    ...listUpgradeBackups(databasePath, folder)
      .slice(keep)
      .map(({ path }) => path),
    ...abandoned,
  ];
  for (const path of surplus) rmSync(path, { force: true });
  return surplus;
}

/**
 * The last of each of the newest `keep` periods, and as many as `keep` of the present one: however many are made in a
 * row, they don't push out the days before. Dates ahead come after all others.
 */
function choose(backups: FoundBackup[], keep: number, periodMs: number): Set<FoundBackup> {
  const kept = new Set<FoundBackup>();
  const periods = new Set<number>();
  const newest = backups[0]?.madeAt.getTime() ?? 0;
  for (const backup of backups) {
    if (isAhead(backup)) {
      if (kept.size < keep) kept.add(backup);
      continue;
    }
    const period = Math.round((newest - backup.madeAt.getTime()) / periodMs);
    const isFirst = !periods.has(period) && periods.size < keep;
    if (isFirst || (period === 0 && kept.size < keep)) kept.add(backup);
    if (isFirst) periods.add(period);
  }
  return kept;
}

/** The files of these names, newest first, and last of all those with a date that has not come. */
export function listNames(folder: string, pattern: RegExp): FoundBackup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((file) => {
      const time = pattern.exec(file)?.[1];
      return time ? [{ path: join(folder, file), madeAt: parseTime(time) }] : [];
    })
    .sort((a, b) => Number(isAhead(a)) - Number(isAhead(b)) || b.madeAt.getTime() - a.madeAt.getTime());
}

function parseTime(time: string): Date {
  return new Date(time.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/, 'T$1:$2:$3.$4Z'));
}

export function escapeForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
