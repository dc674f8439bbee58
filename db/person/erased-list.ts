import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { getSettings } from '~/server/env';
import { emailKey } from '~/server/leads/contact-keys';
import { requireSecretsKey, sign } from '~/server/secrets/secrets';
import type { Traces } from './traces';

/** Tables whose rows an erasure names, because they may say nothing of the person's email. */
const TABLES = ['leads', 'companies', 'saved_views'] as const;
export const MARK_CONTEXT = 'erased';

/**
 * One erasure, as a line of JSON. A mark is the keyed hash of an email's key, or of a row's table, number and date: whoever
 * has the list and not the key learns of nobody.
 */
export type ErasedEntry = { id: string; at: string; key: string; marks: string[] };

/** What of an erasure is marked. */
type Erased = Pick<Traces, 'spellings' | 'leads' | 'views'> & { companies: number[] };

/** The list's path: it lies beside the database, and no backup goes back behind it. */
export function erasedListPath(databasePath: string): string {
  return `${databasePath}.olvidados`;
}

/** The erasures in the list, oldest first. A line that was cut off as the machine stopped is left out. */
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

/** What the mark of an email is made of. */
export function emailMark(email: string): string {
  return `email:${emailKey(email.trim())}`;
}

/** What the marks of rows are made of, by table and number; of all rows, unless some are named. */
export function rowMarks(db: Database, table: (typeof TABLES)[number], ids?: number[]): [number, string][] {
  return db
    .prepare<[{ ids: string | null }], { id: number; created_at: string }>(
      `SELECT id, created_at FROM ${table} WHERE :ids IS NULL OR id IN (SELECT value FROM json_each(:ids))`,
    )
    .all({ ids: ids ? JSON.stringify(ids) : null })
    .map(({ id, created_at }) => [id, `${table}:${id}:${created_at}`]);
}

/**
 * Notes an erasure in the database and in the list, before the rows go; the caller's transaction is about to do so. Where it
 * fails after this, the list names somebody who is still there: a restored copy then loses them, as was asked for.
 * @throws {AppError} `busy` if the key of secrets is not there.
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

/** On disk when this returns. */
function append(path: string, line: string): void {
  const file = openSync(path, 'a', 0o600);
  try {
    writeSync(file, line);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
