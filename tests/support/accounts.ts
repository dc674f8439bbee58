import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { hashSync } from '@node-rs/argon2';
import type { Database } from 'better-sqlite3';
import { withDatabase } from './database.ts';
import type { TestServer } from './server';

export const PASSWORD = 'cuatro caballos verdes';
/** Weaker than the product's hash, for speed; argon2 stores its parameters in the hash. */
const passwordHash = hashSync(PASSWORD, { memoryCost: 64, timeCost: 1 });

export type NewPerson = {
  email?: string;
  name?: string;
  roles?: ('admin' | 'coordinator')[];
  status?: 'active' | 'pending' | 'suspended' | 'disabled';
  companyId?: number | null;
  mustChangePassword?: boolean;
  /** When the session ends; by default after an hour of inactivity. */
  sessionEnds?: string;
};

export type Person = { id: string; email: string; name: string; cookie: string };

/** Inserts a user with an open session; the cookie authenticates requests. */
export function makePerson(server: TestServer, person: NewPerson = {}): Person {
  const id = randomUUID();
  const email = person.email ?? `persona-${id.slice(0, 8)}@equipo.example.com`;
  const name = person.name ?? `Persona ${id.slice(0, 8)}`;
  const now = new Date().toISOString();
  const write = (db: Database) => {
    db.prepare(
      `INSERT INTO users (id, email, password_hash, must_change_password, created_at)
       VALUES (?, ?, ?, ?, ?)`,
    ).run(id, email, passwordHash, person.mustChangePassword ? 1 : 0, now);
    db.prepare('INSERT INTO profiles (id, name, status, company_id, created_at) VALUES (?, ?, ?, ?, ?)').run(
      id,
      name,
      person.status ?? 'active',
      person.companyId ?? null,
      now,
    );
    for (const role of person.roles ?? []) {
      db.prepare('INSERT INTO user_roles (user_id, role) VALUES (?, ?)').run(id, role);
    }
    return writeSession(db, id, person.sessionEnds);
  };
  return { id, email, name, cookie: withDatabase(server, (db) => db.transaction(write)(db)) };
}

/** Opens another session of an existing user; returns the cookie. */
export function openSession(server: TestServer, userId: string): string {
  return withDatabase(server, (db) => writeSession(db, userId));
}

/** A passkey without a device, to be shown or removed only. */
export function writePasskey(server: TestServer, { id }: Pick<Person, 'id'>, name: string): void {
  withDatabase(server, (db) =>
    db
      .prepare(
        `INSERT INTO passkeys (id, user_id, credential_id, user_handle, public_key, counter, transports, is_synced, name,
                               created_at)
         VALUES (?, ?, ?, 'x', x'00', 0, '[]', 0, ?, ?)`,
      )
      .run(randomUUID(), id, randomUUID(), name, new Date().toISOString()),
  );
}

/** As if the person had just proved their identity, or did so at `moment`. */
export function confirmNow(server: TestServer, { id }: Pick<Person, 'id'>, moment = new Date()): void {
  withDatabase(server, (db) =>
    db.prepare('UPDATE sessions SET confirmed_at = ? WHERE user_id = ?').run(moment.toISOString(), id),
  );
}

function writeSession(db: Database, userId: string, ends?: string): string {
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  const later = new Date(now.getTime() + 3_600_000).toISOString();
  db.prepare(
    `INSERT INTO sessions (token_hash, user_id, created_at, last_used_at, idle_expires_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  ).run(
    createHash('sha256').update(token).digest(),
    userId,
    now.toISOString(),
    now.toISOString(),
    ends ?? later,
    ends ?? new Date(now.getTime() + 14 * 24 * 3_600_000).toISOString(),
  );
  return `sid=${token}`;
}
