import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrations } from '../../db/migrate';

const AT = '2026-11-20T10:00:00.000Z';

test('an unproven account becomes a sign-up whose link still serves; everything else stays', () => {
  const db = new Sqlite(':memory:');
  db.pragma('foreign_keys = ON');
  const run = (from: number, to: number) => {
    for (const { version, sql } of migrations) if (version >= from && version <= to) db.exec(sql);
  };
  run(1, 9);
  const addUser = (id: string, verified: string | null, status: string) => {
    db.prepare(
      "INSERT INTO users (id, email, password_hash, email_verified_at, created_at) VALUES (?, ?, '-', ?, ?)",
    ).run(id, `${id}@x.example.com`, verified, AT);
    db.prepare('INSERT INTO profiles (id, name, status, created_at) VALUES (?, ?, ?, ?)').run(id, id, status, AT);
  };
  addUser('ana', AT, 'active');
  addUser('nueva', null, 'pending');
  addUser('rechazada', null, 'disabled');
  const addToken = (token: string, purpose: string, userId: string) =>
    db.prepare('INSERT INTO one_time_tokens VALUES (?, ?, ?, ?, ?)').run(Buffer.from(token), purpose, userId, AT, AT);
  addToken('1', 'reset', 'ana');
  addToken('2', 'verify', 'nueva');
  addToken('3', 'verify', 'rechazada');
  db.prepare(
    `INSERT INTO deliveries (message_id, kind, event, payload, created_at, next_attempt_at, planned_at)
     VALUES ('m', 'mail', 'mail.verify_email', ?, ?, ?, ?)`,
  ).run(JSON.stringify({ template: 'verify_email', user_id: 'nueva' }), AT, AT, AT);

  db.transaction(() => run(10, 10))();

  expect(db.prepare('SELECT id FROM users').pluck().all()).toEqual(['ana']);
  expect(db.prepare('SELECT id FROM profiles').pluck().all()).toEqual(['ana']);
  expect(db.prepare('SELECT id, email, name, expires_at FROM sign_ups').all()).toEqual([
    { id: 'nueva', email: 'nueva@x.example.com', name: 'nueva', expires_at: '2026-11-27T10:00:00.000Z' },
  ]);
  expect(db.prepare('SELECT purpose, user_id, sign_up_id FROM one_time_tokens').all()).toEqual([
    { purpose: 'reset', user_id: 'ana', sign_up_id: null },
    { purpose: 'verify', user_id: null, sign_up_id: 'nueva' },
  ]);
  expect(JSON.parse(String(db.prepare('SELECT payload FROM deliveries').pluck().get()))).toEqual({
    template: 'verify_email',
    sign_up_id: 'nueva',
  });
  expect(db.pragma('foreign_key_check')).toEqual([]);
});
