import { closeSync, fsyncSync, openSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { fillWithLeads } from '../support/fill-leads.ts';

/** Beyond every retention period. */
const LONG_AGO = '2020-01-01T00:00:00.000Z';
const AGENTS_OF_A_COMPANY = 10;

/**
 * Fills a migrated database with `count` live leads, `count` leads past their 30 days in the trash, with notes, history
 * and submissions, `count` agents, and `count` expired rows of everything else that expires.
 */
export function fillForLongWork(path: string, count: number): void {
  fillWithLeads(path, 2 * count);
  inOneGo(path, (db) => {
    const author = String(db.prepare('SELECT id FROM users LIMIT 1').pluck().get());
    trashLeads(db, count);
    const numbers = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)';
    const fill = (sql: string, values: Record<string, unknown> = {}) =>
      db.prepare(`${numbers} ${sql}`).run({ count, at: LONG_AGO, ...values });
    db.exec(`INSERT INTO lead_events (lead_id, type, to_value, created_at)
             SELECT id, 'created', source, created_at FROM leads;
             INSERT INTO lead_events (lead_id, type, field, from_value, to_value, created_at)
             SELECT id, 'changed', 'estado', 'nuevo', estado, created_at FROM leads;
             INSERT INTO enquiries (form_id, submission_id, body, content_type, user_agent, remote_address, state,
                                    lead_id, received_at)
             SELECT 'contacto', hex(randomblob(16)),
                    json_object('nombre', nombre, 'email', email, 'telefono', whatsapp, 'pais', pais, 'mensaje', mensaje),
                    'application/json', 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/150.0 Mobile',
                    '203.0.113.' || id % 256, 'accepted', id, created_at FROM leads`);
    fill(
      `INSERT INTO companies (id, name, created_at) SELECT i, 'Inmobiliaria ' || i, :at FROM n WHERE i <= :companies`,
      { companies: count / AGENTS_OF_A_COMPANY },
    );
    fill(
      `INSERT INTO agents (name, email, company_id, created_at)
       SELECT 'Agente ' || i, 'agente' || i || '@x.example.com', 1 + i % :companies, :at FROM n`,
      { companies: count / AGENTS_OF_A_COMPANY },
    );
    fill(`INSERT INTO users (id, email, password_hash, created_at)
          SELECT 'sin-verificar-' || i, 'alta' || i || '@x.example.com', '-', :at FROM n`);
    fill(`INSERT INTO profiles (id, name, status, created_at)
          SELECT 'sin-verificar-' || i, 'Alta ' || i, 'pending', :at FROM n`);
    fill(
      `INSERT INTO sessions (token_hash, user_id, created_at, last_used_at, idle_expires_at, expires_at)
       SELECT randomblob(32), :author, :at, :at, :at, :at FROM n`,
      { author },
    );
    fill(
      `INSERT INTO one_time_tokens (token_hash, purpose, user_id, expires_at, created_at)
       SELECT randomblob(32), 'reset', :author, :at, :at FROM n`,
      { author },
    );
    fill(`INSERT INTO rate_limits (key, points, expire) SELECT 'sign-in:' || hex(randomblob(16)), 1, i FROM n`);
    fill(`INSERT INTO audit_events (type, subject_email, created_at)
          SELECT 'sign_in_failed', 'alguien' || i || '@x.example.com', :at FROM n`);
    addDeliveries(db, count, 'sent', LONG_AGO);
  });
}

/** Moves the oldest `count` leads into the trash, backdated. */
function trashLeads(db: Database, count: number): void {
  db.prepare(
    `UPDATE leads SET deleted_at = ? WHERE id IN (SELECT id FROM leads WHERE deleted_at IS NULL ORDER BY id LIMIT ?)`,
  ).run(LONG_AGO, count);
}

/** Adds messages, each about another lead. */
function addDeliveries(db: Database, count: number, state: string, at: string): void {
  db.prepare(
    `INSERT INTO deliveries (message_id, kind, event, lead_id, payload, state, planned_at, next_attempt_at, created_at,
                             finished_at)
     SELECT 'msg_' || hex(randomblob(16)), 'webhook', 'lead.created', id,
            json_object('nombre', nombre, 'email', email, 'whatsapp', whatsapp, 'mensaje', mensaje, 'source', source),
            :state, :at, :at, :at, iif(:state = 'pending', NULL, :at)
     FROM leads ORDER BY id DESC LIMIT :count`,
  ).run({ count, state, at });
}

/** Changes a server's database in one transaction and syncs it, which keeps this wait out of later measurements. */
function inOneGo(path: string, work: (db: Database) => void): void {
  const db = new Sqlite(path, { timeout: 5000 });
  try {
    db.pragma('synchronous = OFF');
    db.transaction(() => work(db))();
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}
