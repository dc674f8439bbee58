import { existsSync, statSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { APPLICATION_ID, DatabaseUnfitError, findObstacle } from '../migrate';

/** Counts by which the operator recognises a database. */
export type Contents = {
  leads: number;
  users: number;
  newestLead: string | null;
  /** Fingerprint of the key that the sealed secrets need; null if there is none. */
  keyMark: Buffer | null;
};

/**
 * Opens a database file nobody else uses and checks that it is sound and this product's: SQLite's integrity check,
 * foreign keys, application id, no unknown migration. Leaves a single file without a write-ahead log.
 * @throws {DatabaseUnfitError} saying what is wrong with it.
 */
export function inspectFile(path: string, shownAs: string): Contents {
  if (!existsSync(path)) throw new DatabaseUnfitError(`No existe el archivo ${shownAs}.`);
  if (statSync(path).size === 0) throw new DatabaseUnfitError(`El archivo ${shownAs} está vacío.`);
  let db: Database | undefined;
  try {
    db = new Sqlite(path, { fileMustExist: true });
    db.pragma('journal_mode = DELETE');
    if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
      throw new DatabaseUnfitError(`El archivo ${shownAs} es una base de datos de otro programa.`);
    const [problem] = findDamage(db);
    if (problem) throw new DatabaseUnfitError(`El archivo ${shownAs} está dañado: ${problem}`);
    const obstacle = findObstacle(db);
    if (obstacle) throw new DatabaseUnfitError(obstacle);
    return describeContents(db);
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
    throw new DatabaseUnfitError(`El archivo ${shownAs} está dañado o no es una base de datos (${error.message}).`, {
      cause: error,
    });
  } finally {
    db?.close();
  }
}

/** What SQLite's own checks report, one sentence per problem. */
export function findDamage(db: Database): string[] {
  const integrity = db.pragma('integrity_check(20)') as { integrity_check: string }[];
  const pages = integrity.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  if (pages.length > 0) return pages;
  const orphans = db.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[];
  return orphans
    .slice(0, 20)
    .map(({ table, rowid, parent }) => `${table} ${rowid} nombra una fila de ${parent} que no existe`);
}

/** Fingerprint of the key that the sealed secrets need; null if there is none. */
export function readKeyMark(db: Database): Buffer | null {
  const isOld = !db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'secrets_key'").get();
  if (isOld) return null;
  return db.prepare<[], Buffer>('SELECT fingerprint FROM secrets_key').pluck().get() ?? null;
}

/** Counts by which the operator recognises the database. */
export function describeContents(db: Database): Contents {
  const counts = db
    .prepare<[], Omit<Contents, 'keyMark'>>(
      `SELECT (SELECT count(*) FROM leads WHERE deleted_at IS NULL) AS leads,
              (SELECT count(*) FROM users) AS users,
              (SELECT max(created_at) FROM leads) AS newestLead`,
    )
    .get() as Omit<Contents, 'keyMark'>;
  return { ...counts, keyMark: readKeyMark(db) };
}
