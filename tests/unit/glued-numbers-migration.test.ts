import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrations } from '../../db/migrate';

test('numbers that were glued to something are read again, all others stay', () => {
  const db = new Sqlite(':memory:');
  const run = (from: number, to: number) => {
    for (const { version, sql } of migrations) if (version >= from && version <= to) db.exec(sql);
  };
  run(1, 133);
  const add = db.prepare(
    "INSERT INTO leads (nombre, whatsapp, phone_key, source, created_at, last_activity_at) VALUES ('Ana', ?, ?, 'crm', :at, :at)",
  );
  const stored = {
    '+55 11 3555-0109 ramal 4': '5511355501094',
    '+5491158749895 +5493515556677': '541158749895',
    '549115555016,00': '5491155550160',
    '+54 9 11 5874-9895': '541158749895',
    '(011) 15 5874.9895': '541158749895',
  };
  for (const [whatsapp, key] of Object.entries(stored)) add.run(whatsapp, key, { at: '2026-11-20T10:00:00.000Z' });
  run(134, 134);
  expect(db.prepare('SELECT phone_key FROM leads ORDER BY id').pluck().all()).toEqual([
    ...[null, null, null],
    ...['541158749895', '541158749895'],
  ]);
});
