import Sqlite, { type Database } from 'better-sqlite3';

/** Whom a restored backup would have let in, by email; `isCompared`: the replaced database told of passwords, too. */
export type KeptOut = { suspended: string[]; isCompared: boolean };

/**
 * Lets nobody in, and by nothing, that the replaced database no longer lets in: who is suspended there stays so. If it
 * goes on from the backup, so does who was deleted since, rights and passkeys taken away since stay away, and the last
 * passwords and second factors count. What of it is damaged tells nothing.
 */
export function keepOut(former: Database, restored: Database): KeptOut {
  const found: KeptOut = { suspended: [], isCompared: false };
  const idsIn = (sql: string) => JSON.stringify(former.prepare(sql).pluck().all());
  const suspend = (whom: string, ids: string) =>
    restored
      .prepare<[string], string>(
        `UPDATE profiles SET status = 'suspended' WHERE status = 'active' AND id ${whom} (SELECT value FROM json_each(?))
         RETURNING (SELECT email FROM users WHERE users.id = profiles.id)`,
      )
      .pluck()
      .all(ids);
  try {
    if (originOf(former) !== originOf(restored)) return found;
    restored.pragma('secure_delete = ON');
    found.suspended = suspend('IN', idsIn("SELECT id FROM profiles WHERE status IN ('suspended', 'disabled')"));
    if (!goesOnFrom(restored, former)) return found;
    const deleted = restored.transaction(() => {
      for (const [standing, end] of STANDING) restored.prepare(end).run(idsIn(standing));
      takeOverPasswords(former, restored);
      return suspend('NOT IN (SELECT id FROM api_tokens) AND id NOT IN', idsIn('SELECT id FROM profiles'));
    })();
    return { suspended: [...found.suspended, ...deleted], isCompared: true };
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return found;
    throw error;
  }
}

function originOf(db: Database): unknown {
  return db.prepare('SELECT applied_at FROM schema_migrations ORDER BY version LIMIT 1').pluck().get();
}

/** What still stands in the replaced database, and what ends whatever else the backup has of it. */
const STANDING = [
  [
    "SELECT user_id FROM user_roles WHERE role = 'admin'",
    "DELETE FROM user_roles WHERE role = 'admin' AND user_id NOT IN (SELECT value FROM json_each(?))",
  ],
  ['SELECT id FROM passkeys', 'DELETE FROM passkeys WHERE id NOT IN (SELECT value FROM json_each(?))'],
  // Nobody signs in to an inactive agency.
  [
    "SELECT id FROM companies WHERE status = 'active'",
    "UPDATE companies SET status = 'inactive' WHERE status = 'active' AND id NOT IN (SELECT value FROM json_each(?))",
  ],
] as const;

type Row = Record<string, unknown>;

/** With the second factors, for accounts of both. The replaced database may be of another version. */
function takeOverPasswords(former: Database, restored: Database): void {
  const columnsOf = restored.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck();
  const known = (table: string, row: Row) => columnsOf.all(table).filter((name) => name in row);
  const isKnown = restored.prepare('SELECT 1 FROM users WHERE id = ?');
  const users = former.prepare<[], Row>('SELECT * FROM users').all();
  for (const { email, created_at, ...user } of users.filter(({ id }) => isKnown.get(id))) {
    const values = known('users', user).map((name) => `${name} = :${name}`);
    restored.prepare(`UPDATE users SET ${values.join()} WHERE id = :id`).run(user);
    for (const table of ['totp', 'recovery_codes']) {
      restored.prepare(`DELETE FROM ${table} WHERE user_id = ?`).run(user.id);
      for (const row of former.prepare<[unknown], Row>(`SELECT * FROM ${table} WHERE user_id = ?`).all(user.id)) {
        const names = known(table, row);
        restored
          .prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map((name) => `:${name}`).join()})`)
          .run(row);
      }
    }
  }
}

/** Whether a database has seen the last act in the backup's audit; one that it only forgot counts as seen. */
function goesOnFrom(backup: Database, database: Database): boolean {
  const last = backup
    .prepare<[], { id: number; created_at: string }>('SELECT id, created_at FROM audit_events ORDER BY id DESC LIMIT 1')
    .get();
  if (!last) return true;
  const seen = database.prepare('SELECT created_at FROM audit_events WHERE id = ?').pluck().get(last.id);
  const newest = Number(database.prepare('SELECT max(id) FROM audit_events').pluck().get());
  return newest >= last.id && (seen === undefined || seen === last.created_at);
}
