import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { getSettings } from '~/server/env';
import { emailKey } from '~/server/leads/contact-keys';
import { requireSecretsKey, sign } from '~/server/secrets/secrets';
import type { Traces } from './traces';

/** Rows marked by themselves, as they need not contain the person's email. */
const TABLES = ['leads', 'companies', 'saved_views'] as const;
export const MARK_CONTEXT = 'erased';

/**
 * One erasure, as a line of JSON. A mark is a keyed hash of an email key, or of a row's table, number and date: without
 * the secrets key, the list identifies nobody.
 */
export type ErasedEntry = { id: string; at: string; key: string; marks: string[] };

/** What gets marked. */
type Erased = Pick<Traces, 'spellings' | 'leads' | 'views'> & { companies: number[] };

/** Path of the list. It lies beside the database, so that restoring a backup never rewinds it. */
export function erasedListPath(databasePath: string): string {
  return `${databasePath}.olvidados`;
}

/** Erasures, oldest first. A line cut off by a crash is skipped. */
export function readErasedList(path: string): ErasedEntry[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as ErasedEntry];
    } catch {
      return [];
    }
  });
}

/** Input of an email's mark. */
export function emailMark(email: string): string {
  return `email:${emailKey(email.trim())}`;
}

/** Inputs of rows' marks, by table and number; all rows unless ids are given. */
export function rowMarks(db: Database, table: (typeof TABLES)[number], ids?: number[]): [number, string][] {
  return db
    .prepare<[{ ids: string | null }], { id: number; created_at: string }>(
      `SELECT id, created_at FROM ${table} WHERE :ids IS NULL OR id IN (SELECT value FROM json_each(:ids))`,
    )
    .all({ ids: ids ? JSON.stringify(ids) : null })
    .map(({ id, created_at }) => [id, `${table}:${id}:${created_at}`]);
}

/**
 * Records an erasure in database and list before the caller's transaction removes the rows. If it then fails, the list
 * names somebody who is still there, and a restored copy loses them, as was asked for.
 * @throws {AppError} `busy` if the secrets key is missing.
 */
export function noteErasure(db: Database, { spellings, leads, companies, views }: Erased): void {
  const { DATABASE_PATH } = getSettings();
  const rows = Object.entries({ leads, companies, saved_views: views }) as [
    (typeof TABLES)[number],
    number[],
  ][];
  const marked = [
    ...new Set(spellings.map(emailMark)),
    ...rows.flatMap(([table, ids]) => rowMarks(db, table, ids).map(([, mark]) => mark)),
  ];
  const entry: ErasedEntry = {
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    marks: marked.map((mark) => sign(mark, MARK_CONTEXT).toString('base64url')),
    key: requireSecretsKey().toString('hex'),
  };
  db.prepare('INSERT INTO erasures (id, erased_at) VALUES (:id, :at)').run({ id: entry.id, at: entry.at });
  append(erasedListPath(DATABASE_PATH), `${JSON.stringify(entry)}\n`);
}

/** Durable when it returns. */
function append(path: string, line: string): void {
  const file = openSync(path, 'a', 0o600);
  try {
    writeSync(file, line);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
