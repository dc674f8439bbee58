import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { getSettings } from '~/server/env';
import { MARK_CONTEXT, messageMark, numberMark } from '~/server/leads/erasure/erased-marks';
import { requireSecretsKey, sign } from '~/server/secrets/encryption';
import { emailKey } from '~/shared/leads/email-key';
import type { Traces } from './traces';

/** Rows marked by themselves, as they need not contain the person's email, and when each was made. */
const TABLES = {
  leads: 'created_at',
  companies: 'created_at',
  saved_views: 'created_at',
  enquiries: 'received_at',
} as const;
type Table = keyof typeof TABLES;

/**
 * One erasure, as a line of JSON. A mark is a keyed hash of an email key, or of a row's table, number and date;
 * `numbers` are those of phone keys, which older versions lack. Without the secrets key, it identifies nobody.
 */
export type ErasedEntry = { id: string; at: string; key: string; marks: string[]; numbers?: string[] };

/** What gets marked. */
type Erased = Pick<Traces, 'spellings' | 'leads' | 'views' | 'enquiries' | 'conversations'> & { companies: number[] };

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
export function rowMarks(db: Database, table: Table, ids?: number[]): [number, string][] {
  return db
    .prepare<[{ ids: string | null }], { id: number; at: string }>(
      `SELECT id, ${TABLES[table]} AS at FROM ${table} WHERE :ids IS NULL OR id IN (SELECT value FROM json_each(:ids))`,
    )
    .all({ ids: ids ? JSON.stringify(ids) : null })
    .map(({ id, at }) => [id, `${table}:${id}:${at}`]);
}

/**
 * Records an erasure in database and list before the caller's transaction removes the rows. If it then fails, the list
 * names somebody who is still there, and a restored copy loses them, as was asked for.
 * @throws {AppError} `busy` if the secrets key is missing.
 */
export function recordErasure(
  db: Database,
  { spellings, leads, companies, views, enquiries, conversations }: Erased,
): void {
  const { DATABASE_PATH } = getSettings();
  const hash = (mark: string) => sign(mark, MARK_CONTEXT).toString('base64url');
  const rows = Object.entries({ leads, companies, saved_views: views, enquiries }) as [Table, number[]][];
  const marked = [
    ...new Set(spellings.map(emailMark)),
    ...rows.flatMap(([table, ids]) => rowMarks(db, table, ids).map(([, mark]) => mark)),
  ];
  const entry: ErasedEntry = {
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    marks: marked.map(hash),
    key: requireSecretsKey().toString('hex'),
    numbers: conversations.numbers.map((number) => hash(numberMark(number))),
  };
  insertEntry(db, entry);
  insertMarks(db, { at: entry.at, marks: readWamids(db, conversations.messages).map(hash) });
  append(erasedListPath(DATABASE_PATH), `${JSON.stringify(entry)}\n`);
}

/** Records in a database that it has seen an erasure. */
export function insertEntry(db: Database, { id, at, numbers = [] }: ErasedEntry): void {
  db.prepare('INSERT INTO erasures (id, erased_at) VALUES (:id, :at)').run({ id, at });
  insertMarks(db, { at, marks: numbers });
}

/** Marks by which later data about the person is recognised. */
function insertMarks(db: Database, { at, marks }: Pick<ErasedEntry, 'at' | 'marks'>): void {
  const insert = db.prepare(
    `INSERT INTO erased_marks (mark, erased_at) VALUES (:mark, :at)
     ON CONFLICT DO UPDATE SET erased_at = max(erased_at, excluded.erased_at)`,
  );
  for (const mark of marks) insert.run({ mark: Buffer.from(mark, 'base64url'), at });
}

/** Inputs of the marks of messages that Meta has. */
function readWamids(db: Database, messages: number[]): string[] {
  return db
    .prepare<[string], string>(
      'SELECT wamid FROM messages WHERE id IN (SELECT value FROM json_each(?)) AND wamid IS NOT NULL',
    )
    .pluck()
    .all(JSON.stringify(messages))
    .map(messageMark);
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
