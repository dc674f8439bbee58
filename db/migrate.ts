import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { version as productVersion } from '../package.json';

/** 'AgIn' in ASCII marks the file as this product's, so that another program's database is never used by mistake. */
export const APPLICATION_ID = 0x4167496e;

/** The product's version as a number that the file carries: 0.26.1 is 26001. */
const OWN_VERSION = productVersion.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Every migration in order: its number, file name and SQL. */
export const migrations = Object.entries(files)
  .map(([path, sql]) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return { version: Number.parseInt(name, 10), name, sql };
  })
  .sort((a, b) => a.version - b.version);

/** The file is unfit as this product's database; the message says why and what to do. */
export class DatabaseUnfitError extends Error {
  override name = 'DatabaseUnfitError';
}

type Migration = (typeof migrations)[number];

/**
 * Migrates the database to the newest schema, one transaction per migration; returns how many ran. On a database in
 * use, `beforeUpgrade` runs before the first, and `tell` before each with its place among all: rewriting every lead
 * takes about 10 s per hundred thousand.
 * @throws {DatabaseUnfitError} for another program's database, one from a newer version, or a changed migration.
 */
export function migrate(
  db: Database,
  beforeUpgrade?: (next: Migration) => void,
  tell?: (next: Migration, place: string) => void,
): number {
  const isEmpty = db.prepare(`SELECT count(*) FROM sqlite_schema WHERE ${IS_OWN}`).pluck().get() === 0;
  if (isEmpty) {
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.exec(
      `CREATE TABLE schema_migrations (
         version INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL, applied_at TEXT NOT NULL
       ) STRICT`,
    );
  }
  const obstacle = findObstacle(db);
  if (obstacle) throw new DatabaseUnfitError(obstacle);
  const record = db.prepare('INSERT INTO schema_migrations (version, name, sha256, applied_at) VALUES (?, ?, ?, ?)');
  const pending = findPending(db);
  if (!isEmpty && pending[0]) beforeUpgrade?.(pending[0]);
  for (const [index, migration] of pending.entries()) {
    const { version, name, sql } = migration;
    if (!isEmpty) tell?.(migration, `${index + 1}/${pending.length}`);
    db.transaction(() => {
      db.exec(sql);
      record.run(version, name, sha256(sql), new Date().toISOString());
    }).immediate();
  }
  // Whoever restores this with an older program is told which one it needs.
  if (readVersion(db) < OWN_VERSION) db.pragma(`user_version = ${OWN_VERSION}`);
  return pending.length;
}

/** The newest version that used the file, as OWN_VERSION; 0 before 0.27. */
const readVersion = (db: Database) => db.pragma('user_version', { simple: true }) as number;

/** The baseline stands for the 61 migrations of 0.22: the last one's number, and the digest of their list. */
const BEFORE_BASELINE = {
  last: 109,
  digest: 'dfc2123bae536ae61f59acee0c1686d62d838cb06f1f0b0d5cad39badffada42',
};

/** Why this program cannot use the database, as a sentence for the operator, or null. Read-only. */
export function findObstacle(db: Database): string | null {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
    return 'El archivo es una base de datos de otro programa. Revisá DATABASE_PATH.';
  for (const row of readApplied(db)) {
    if (row.name === '0001_foundation.sql')
      return 'La base de datos es de una versión anterior a la 0.22. Abrila una vez con esa: `git checkout 7f2abd86 && npm ci && npm start`; después volvé a esta versión.';
    const known = migrations.find((migration) => migration.version === row.version);
    if (!known)
      return `La base de datos es de ${describeVersion(readVersion(db))} (${row.name}), y este programa es la ${productVersion}. Actualizá el programa o restaurá un respaldo.`;
    if (sha256(known.sql) !== row.sha256) return `La migración ${row.name} cambió después de aplicarse.`;
  }
  return null;
}

function describeVersion(number: number): string {
  if (number <= OWN_VERSION) return 'una versión más nueva';
  return `la versión ${[1e6, 1e3, 1].map((unit) => Math.floor(number / unit) % 1000).join('.')}`;
}

export function findPending(db: Database): Migration[] {
  const applied = new Set(readApplied(db).map((row) => row.version));
  return migrations.filter(({ version }) => !applied.has(version));
}

type Applied = { version: number; name: string; sha256: string };

/** What was applied; the migrations of 0.22 count as the baseline. */
function readApplied(db: Database): Applied[] {
  const rows = db.prepare<[], Applied>('SELECT version, name, sha256 FROM schema_migrations ORDER BY version').all();
  const before = rows.filter(({ version }) => version <= BEFORE_BASELINE.last);
  const list = before.map(({ version, name, sha256 }) => `${version} ${name} ${sha256}`).join('\n');
  const [baseline] = migrations;
  if (!baseline || sha256(list) !== BEFORE_BASELINE.digest) return rows;
  return [{ ...baseline, sha256: sha256(baseline.sql) }, ...rows.slice(before.length)];
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Selects the product's own tables, indexes and triggers. Litestream adds two tables of its own. */
const IS_OWN = "name NOT GLOB 'sqlite_*' AND name NOT GLOB '_litestream_*'";

/** The schema as SQL text, independent of migration history. db/schema.sql contains this text. */
export function describeSchema(db: Database): string {
  const statements = db
    .prepare<[], string>(
      `SELECT sql || ';' FROM sqlite_schema
       WHERE sql IS NOT NULL AND ${IS_OWN}
       ORDER BY tbl_name, CASE type WHEN 'table' THEN 0 WHEN 'index' THEN 1 ELSE 2 END, name`,
    )
    .pluck()
    .all();
  return `-- Generated from db/migrations by 'npm run crm -- schema'. Do not edit.\n\n${statements.join('\n\n')}\n`;
}
