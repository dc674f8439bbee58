import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrations } from '../../db/migrate';

test('saved lists lose the conditions that are gone, and those with no other are deleted', () => {
  const db = new Sqlite(':memory:');
  const run = (from: number, to: number) => {
    for (const { version, sql } of migrations) if (version >= from && version <= to) db.exec(sql);
  };
  run(1, 150);
  const add = db.prepare(
    "INSERT INTO saved_views (name, query, position, created_at) VALUES ('Lista', ?, 0, '2026-11-20T10:00:00.000Z')",
  );
  const stored = {
    'q=hour%3D2+%26+call&estado=perdido': 'q=hour%3D2+%26+call&estado=perdido',
    'estado=perdido&lost_after=nuevo&orden=antiguos': 'estado=perdido&orden=antiguos',
    'reached=contactado&call=message&answered=60m&hour=2-21': 'answered=60m',
    'hour=2-21': undefined,
    'lost_after=ganado&reached=ganado': undefined,
  };
  for (const query of Object.keys(stored)) add.run(query);
  run(151, 151);
  const left = db.prepare('SELECT query FROM saved_views ORDER BY id').pluck().all();
  expect(left).toEqual(Object.values(stored).filter(Boolean));
});
