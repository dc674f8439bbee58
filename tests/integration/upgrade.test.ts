import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeSchema } from '../../db/schema';
import { makePerson } from '../support/accounts';
import { runCrm } from '../support/crm';
import { call } from '../support/http';
import { startServer } from '../support/server';

/** The database of every release, and how the next one is made: README.md there. */
const RELEASES = join('tests', 'fixtures', 'releases');
/** What people have entered or what is told about it: no upgrade may lose or change any of it. */
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

function readDatabase<Result>(path: string, work: (db: Sqlite.Database) => Result): Result {
  const db = new Sqlite(path, { readonly: true });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** A table's rows in those of the given columns that it still has, or in all. */
function readTable(path: string, table: string, columns?: string[]): Table {
  return readDatabase(path, (db) => {
    const all = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
    const chosen = columns?.filter((name) => all.includes(name)) ?? all;
    const list = chosen.map((name) => `"${name}"`).join(', ');
    return { columns: chosen, rows: db.prepare(`SELECT ${list} FROM ${table} ORDER BY 1, 2`).all() };
  });
}

/** The rows without the columns that a later release has given up on purpose. */
function narrow({ rows }: Table, columns: string[]): unknown[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map((name) => [name, (row as Record<string, unknown>)[name]])),
  );
}

describe.each(readdirSync(RELEASES).filter((name) => name.endsWith('.sqlite.gz')))(
  'the release %s',
  (file) => {
    let folder: string;
    let path: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'crm-upgrade-'));
      path = join(folder, 'crm.sqlite');
      writeFileSync(path, gunzipSync(readFileSync(join(RELEASES, file))));
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    test('has migrations that are all still there, under their numbers and word for word', () => {
      const applied = readDatabase(path, (db) =>
        db.prepare('SELECT name, sha256 FROM schema_migrations ORDER BY version').all(),
      );
      expect(applied.at(-1)).toMatchObject({ name: expect.stringMatching(`^${file.slice(0, 4)}_`) });
      for (const { name, sha256 } of applied as { name: string; sha256: string }[]) {
        const sql = readFileSync(join('db', 'migrations', name));
        expect([name, createHash('sha256').update(sql).digest('hex')]).toEqual([name, sha256]);
      }
    });

    test('is upgraded without losing anything, and works', async () => {
      const before = Object.fromEntries(KEPT.map((table) => [table, readTable(path, table)]));
      const env = { DATABASE_PATH: path };
      // The key of releases that seal: data.sql has its fingerprint.
      writeFileSync(`${path}.clave`, `${Buffer.alloc(32).toString('base64')}\n`, { mode: 0o600 });
      // Opens the database as a start does, and removes nothing that has passed its time.
      expect(await runCrm(['export', 'leads'], env)).toMatchObject({
        code: 0,
        out: expect.stringContaining('Ñandú'),
      });
      for (const [table, old] of Object.entries(before)) {
        const { columns, rows } = readTable(path, table, old.columns);
        expect([table, rows]).toEqual([table, narrow(old, columns)]);
      }
      expect(readDatabase(path, describeSchema)).toBe(readFileSync('db/schema.sql', 'utf8'));
      const checked = await runCrm(['check', '--offline'], env);
      expect([checked.code, checked.out]).toEqual([0, expect.not.stringContaining('✗')]);
      const server = await startServer({ folder, env });
      try {
        const { cookie } = makePerson(server);
        const found = await call(server, '/api/leads?q=nandu', { cookie });
        expect(found.json.leads.map(({ nombre }: { nombre: string }) => nombre)).toEqual(['Ñandú Íñiguez']);
        expect((await call(server, '/api/leads/counters', { cookie })).json).toMatchObject({
          total: 4,
          ganado: 1,
        });
      } finally {
        await server.stop();
      }
    });
  },
);
