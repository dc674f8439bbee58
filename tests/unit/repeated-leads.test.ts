import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../db/migrate';
import { seededRandom } from '../support/seeded-random';

const AT = '2026-11-20T10:00:00.000Z';
const STEPS = 500;

test('whatever comes, goes and changes, who shares a key is marked and counted', () => {
  for (const seed of [1, 2, 3]) {
    const roll = seededRandom(seed);
    const db = new Sqlite(':memory:');
    migrate(db);
    const email = () => (roll(4) === 0 ? null : `persona${roll(12)}@x.example.com`);
    const phone = () => (roll(3) === 0 ? null : `54911${roll(10)}`);
    const estado = () => ['nuevo', 'contactado', 'ganado'][roll(3)];
    const someId = () => 1 + roll(40);
    const insert = db.prepare(
      `INSERT INTO leads (nombre, email, email_key, phone_key, estado, source, created_at)
     VALUES ('Ana', :email, :email, :phone, :estado, 'landing', '${AT}')`,
    );
    const acts: (() => void)[] = [
      () => insert.run({ email: email(), phone: phone(), estado: estado() }),
      () => db.prepare('UPDATE leads SET email_key = ? WHERE id = ?').run(email(), someId()),
      () => db.prepare('UPDATE leads SET phone_key = ? WHERE id = ?').run(phone(), someId()),
      () =>
        db
          .prepare('UPDATE leads SET email_key = ?, phone_key = ?, estado = ? WHERE id = ?')
          .run(email(), phone(), estado(), someId()),
      () => db.prepare('UPDATE leads SET estado = ? WHERE id = ?').run(estado(), someId()),
      () => db.prepare('UPDATE leads SET deleted_at = ? WHERE id = ?').run(AT, someId()),
      () => db.prepare('UPDATE leads SET deleted_at = NULL WHERE id = ?').run(someId()),
      () => db.prepare('DELETE FROM leads WHERE id = ?').run(someId()),
      () => db.prepare('DELETE FROM leads WHERE id IN (?, ?)').run(someId(), someId()),
    ];
    const wrong = db.prepare(
      `SELECT id FROM leads WHERE repeated <> (deleted_at IS NULL AND EXISTS (
       SELECT 1 FROM leads AS other WHERE other.deleted_at IS NULL AND other.id <> leads.id
         AND (other.email_key = leads.email_key OR other.phone_key = leads.phone_key)
     ))`,
    );
    const counted = db.prepare(
      `SELECT estado, count(*) AS total, sum(repeated) AS repeated FROM leads WHERE deleted_at IS NULL GROUP BY estado`,
    );
    const kept = db.prepare(
      `SELECT estado, sum(total) AS total, sum(repeated) AS repeated FROM lead_counters
     GROUP BY estado HAVING sum(total) > 0`,
    );
    for (let step = 0; step < STEPS; step++) {
      // Reuses ids, so that a few ids stand for many leads in turn.
      db.prepare(
        "UPDATE sqlite_sequence SET seq = (SELECT coalesce(max(id), 0) FROM leads) WHERE name = 'leads'",
      ).run();
      acts[roll(acts.length)]?.();
      expect(wrong.all(), `seed ${seed}, step ${step}`).toEqual([]);
      expect(kept.all(), `seed ${seed}, step ${step}`).toEqual(counted.all());
    }
    db.close();
  }
});
