import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { expect } from 'vitest';

/** The database of every release; its README.md says how the next one is made. */
const RELEASES = join('tests', 'fixtures', 'releases');
/** User data and its history: no upgrade may lose or change any of it. */
const KEPT = [
  'users',
  'profiles',
  'user_roles',
  'companies',
  'agents',
  'leads',
  'lead_notes',
  'lead_events',
  'enquiries',
  'deliveries',
  'audit_events',
];

type Table = { columns: string[]; rows: unknown[] };

export function readDatabase<Result>(path: string, work: (db: Sqlite.Database) => Result): Result {
  const db = new Sqlite(path, { readonly: true });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** A table's rows, limited to those of the given columns that still exist, or whole. */
function readTable(path: string, table: string, columns?: string[]): Table {
  return readDatabase(path, (db) => {
    const all = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
    const chosen = columns?.filter((name) => all.includes(name)) ?? all;
    const list = chosen.map((name) => `"${name}"`).join(', ');
    return { columns: chosen, rows: db.prepare(`SELECT ${list} FROM ${table} ORDER BY 1, 2`).all() };
  });
}

/** The rows without columns that later releases dropped on purpose. */
function narrow({ rows }: Table, columns: string[]): unknown[] {
  return rows.map((row) => Object.fromEntries(columns.map((name) => [name, (row as Record<string, unknown>)[name]])));
}

export const releases = readdirSync(RELEASES).filter((name) => name.endsWith('.sqlite.gz'));

/** The settings' destination got a row of its own, and what was sent there its number. */
const RENUMBERED = ['webhook_id'];

/** A release's database in a folder of its own. */
export function unpackRelease(file: string): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'crm-upgrade-'));
  const path = join(folder, 'crm.sqlite');
  writeFileSync(path, gunzipSync(readFileSync(join(RELEASES, file))));
  return { folder, path };
}

/** A snapshot, before an upgrade, of all that it must keep. */
export const readKept = (path: string): [table: string, Table][] =>
  KEPT.map((table) => [table, readTable(path, table)]);

/** Fails if any of it is missing or differs. */
export function expectKept(path: string, before: [table: string, Table][]): void {
  for (const [table, old] of before) {
    const same = old.columns.filter((name) => table !== 'deliveries' || !RENUMBERED.includes(name));
    const { columns, rows } = readTable(path, table, same);
    expect([table, rows]).toEqual([table, narrow(old, columns)]);
  }
}
