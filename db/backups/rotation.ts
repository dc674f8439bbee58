import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { databaseName, removeDatabaseFile } from './backup';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Timestamp within a copy's name. */
const TIME = String.raw`(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z`;

/** Tolerated clock skew. A later date means that a clock was wrong, now or when the file was made. */
const AHEAD_MS = 5 * 60_000;

type FoundBackup = { path: string; madeAt: Date };

/** Regular backups in `folder`, newest first, without pre-migration ones. */
export function listBackups(databasePath: string, folder: string): FoundBackup[] {
  return listNames(folder, databaseName(databasePath), String.raw`-${TIME}\.sqlite`);
}

/** Backups made before migrations, newest first. */
function listUpgradeBackups(databasePath: string, folder: string): FoundBackup[] {
  return listNames(folder, databaseName(databasePath), String.raw`-antes-de-.*?-${TIME}\.sqlite`);
}

/** Whether a backup is dated in the future, which makes its date worthless. */
export function isAhead({ madeAt }: FoundBackup): boolean {
  return madeAt.getTime() > Date.now() + AHEAD_MS;
}

/** The newest regular backup, ignoring dates in the future. */
export function newestBackup(databasePath: string, folder: string): FoundBackup | undefined {
  return listBackups(databasePath, folder).find((backup) => !isAhead(backup));
}

/**
 * Removes regular backups that `choose` does not select, pre-migration backups beyond the newest `keep`, and leftovers
 * of backups interrupted more than a day ago. Returns the removed paths.
 */
export function rotateBackups(databasePath: string, folder: string, keep: number, periodHours: number): string[] {
  const regular = listBackups(databasePath, folder);
  const kept = choose(regular, keep, periodHours * HOUR_MS);
  const abandoned = readdirSync(folder)
    .filter((file) => /\.parcial(-\w+)?$/.test(file))
    .map((file) => join(folder, file))
    // Another process may be renaming it to its final name.
    .filter((path) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > DAY_MS);
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
 * Selects the last backup of each of the newest `keep` periods, and up to `keep` of the current one, so that a burst of
 * backups never pushes out those of earlier days. Dates in the future come last.
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

/** Files called so and then matching the pattern, newest first; those dated in the future come last. */
function listNames(folder: string, name: string, pattern: string): FoundBackup[] {
  const whole = new RegExp(`^${RegExp.escape(name)}${pattern}$`);
  return listFolder(folder)
    .flatMap((file) => {
      const [, day, hours, minutes, seconds, ms] = whole.exec(file) ?? [];
      const madeAt = new Date(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`);
      return day ? [{ path: join(folder, file), madeAt }] : [];
    })
    .sort((a, b) => Number(isAhead(a)) - Number(isAhead(b)) || b.madeAt.getTime() - a.madeAt.getTime());
}

/** Empty if the folder is missing or unreadable; `explainFolderFault` says why. */
function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Retention of automatic copies: erased data outlives its erasure by at most this many days. */
export const COPY_DAYS = 30;

/** Every automatic copy: regular backups, pre-upgrade backups, and databases replaced by a restore. */
export function findCopies(databasePath: string, folder: string): string[] {
  const backups = [...listBackups(databasePath, folder), ...listUpgradeBackups(databasePath, folder)];
  return [...backups, ...listReplaced(databasePath)].map(({ path }) => path);
}

/** Removes pre-upgrade backups older than 30 days, which no newer backup would ever push out. Returns how many. */
export function removeOldUpgradeBackups(databasePath: string, folder: string): number {
  return removeOld(listUpgradeBackups(databasePath, folder));
}

/** Removes databases that a restore replaced 30 or more days ago. Renamed files stay. Returns how many. */
export function removeReplacedDatabases(databasePath: string): number {
  return removeOld(listReplaced(databasePath));
}

function listReplaced(databasePath: string): FoundBackup[] {
  return listNames(dirname(databasePath), basename(databasePath), String.raw`\.reemplazada-${TIME}`);
}

function removeOld(copies: FoundBackup[]): number {
  const old = copies.filter(({ madeAt }) => Date.now() - madeAt.getTime() >= COPY_DAYS * DAY_MS);
  for (const { path } of old) removeDatabaseFile(path);
  return old.length;
}
