import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { emailKey } from '~/server/leads/same-person/contact-keys';
import { migrations } from '../../db/migrate';

const KEYS = [
  ['Ana.Lopez@Gmail.com', 'analopez@gmail.com'],
  ['analopez+casas@googlemail.com', 'analopez@gmail.com'],
  ['a.n.a+x+y@gmail.com', 'ana@gmail.com'],
  ['...@gmail.com', '...@gmail.com'],
  ['+ana@gmail.com', '+ana@gmail.com'],
  ['ana.lopez+web@outlook.com', 'ana.lopez@outlook.com'],
  ['ana.lopez@hotmail.com.ar', 'ana.lopez@hotmail.com.ar'],
  ['ana+x@live.com.mx', 'ana@live.com.mx'],
  ['ana+x@icloud.com', 'ana@icloud.com'],
  ['ana+x@fastmail.com', 'ana@fastmail.com'],
  ['ana+x@proton.me', 'ana@proton.me'],
  ['+x@proton.me', '+x@proton.me'],
  // Whether a company's own domain ignores anything is unknown.
  ['Ana.Lopez+ventas@costanera.example.com', 'ana.lopez+ventas@costanera.example.com'],
  ['ana+x@gmail.com.example.com', 'ana+x@gmail.com.example.com'],
  ['ana+x@yahoo.com.ar', 'ana+x@yahoo.com.ar'],
  ['Ñandú.Ruiz@gmail.com', 'ñandúruiz@gmail.com'],
] as const;

test.each(KEYS)('%s is recognised by %s', (email, key) => {
  expect(emailKey(email)).toBe(key);
  expect(emailKey(key)).toBe(key);
});

test('the keys of leads from before are made the same way, and who shares one is marked', () => {
  const db = new Sqlite(':memory:');
  const run = (from: number, to: number) => {
    for (const { version, sql } of migrations) if (version >= from && version <= to) db.exec(sql);
  };
  run(1, 23);
  const add = db.prepare(
    `INSERT INTO leads (nombre, email, email_key, phone_key, source, created_at, deleted_at)
     VALUES ('Ana', ?, ?, ?, 'landing', '2026-11-20T10:00:00.000Z', ?)`,
  );
  for (const [email] of KEYS) add.run(email, email.toLowerCase(), null, null);
  add.run('uno@x.example.com', 'uno@x.example.com', '5411', null);
  add.run('dos@x.example.com', 'dos@x.example.com', '5411', null);
  add.run('tres@x.example.com', 'tres@x.example.com', '5412', null);
  add.run('tres@x.example.com', 'tres@x.example.com', '5412', '2026-11-21T10:00:00.000Z');
  db.transaction(() => run(24, 24))();
  const rows = db.prepare<[], { email: string; email_key: string }>('SELECT email, email_key FROM leads').all();
  for (const { email, email_key } of rows) expect(email_key).toBe(emailKey(email));
  const marked = db.prepare('SELECT email FROM leads WHERE repeated = 1 ORDER BY id').pluck();
  expect(marked.all()).toEqual([
    'Ana.Lopez@Gmail.com',
    'analopez+casas@googlemail.com',
    'uno@x.example.com',
    'dos@x.example.com',
  ]);
  expect(db.prepare('SELECT sum(total), sum(repeated) FROM lead_counters').raw().get()).toEqual([19, 4]);
});
