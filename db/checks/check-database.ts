import Sqlite, { type Database } from 'better-sqlite3';
import { findDamage } from '../backups/inspect';
import { findObstacle, findPending, migrate } from '../migrate';
import { describeSchema } from '../schema';
import type { Finding } from './run-checks';

/** Problems in the database itself: the file, the schema, and the totals that triggers keep. */
export function* checkDatabase(db: Database): Generator<Finding> {
  const obstacle = findObstacle(db);
  if (obstacle) {
    yield { name: 'Base', result: 'bad', detail: obstacle };
    return;
  }
  const damage = findDamage(db);
  yield damage.length === 0
    ? { name: 'Base', result: 'good', detail: 'páginas, índices y claves están sanos' }
    : { name: 'Base', result: 'bad', detail: damage.join('; ') };
  const pending = findPending(db);
  if (pending.length > 0) {
    const names = pending.map(({ name }) => name).join(', ');
    yield { name: 'Esquema', result: 'warning', detail: `el próximo arranque aplica ${names}` };
    return;
  }
  yield checkSchema(db);
  yield checkCounters(db);
  yield checkSteps(db);
  yield checkRepeated(db);
  yield checkNotesCount(db);
}

function checkSchema(db: Database): Finding {
  const fresh = new Sqlite(':memory:');
  migrate(fresh);
  const same = describeSchema(fresh) === describeSchema(db);
  fresh.close();
  return same
    ? { name: 'Esquema', result: 'good', detail: 'es el que hacen las migraciones' }
    : {
        name: 'Esquema',
        result: 'bad',
        detail: 'alguien lo cambió a mano: no es el que hacen las migraciones',
      };
}

function checkCounters(db: Database): Finding {
  const wrong = db
    .prepare<[], string>(
      `WITH counted AS (
         SELECT estado, coalesce(pais, ''), coalesce(client_type, ''), count(*) AS total,
           sum(estado = 'nuevo' AND first_contacted_at IS NULL), sum(repeated)
         FROM leads WHERE deleted_at IS NULL GROUP BY 1, 2, 3
       ),
       kept AS (SELECT * FROM lead_counters WHERE total > 0),
       owned AS (
         SELECT coalesce(owner_id, ''), estado, count(*) FROM leads WHERE deleted_at IS NULL GROUP BY 1, 2
       ),
       kept_owned AS (SELECT owner, estado, total FROM owner_counters WHERE total > 0)
       SELECT DISTINCT estado FROM (
         SELECT * FROM (SELECT estado FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept))
         UNION ALL SELECT * FROM (SELECT estado FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted))
         UNION ALL SELECT * FROM (SELECT estado FROM (SELECT * FROM owned EXCEPT SELECT * FROM kept_owned))
         UNION ALL SELECT * FROM (SELECT estado FROM (SELECT * FROM kept_owned EXCEPT SELECT * FROM owned))
       )`,
    )
    .pluck()
    .all();
  return wrong.length === 0
    ? { name: 'Contadores', result: 'good', detail: 'coinciden con los leads' }
    : { name: 'Contadores', result: 'bad', detail: `no coinciden con los leads: ${wrong.join(', ')}` };
}

/** What triggers write on a lead's row about its first contact and its changes of status. */
function checkSteps(db: Database): Finding {
  const wrong = db
    .prepare<[], number>(
      `SELECT count(*) FROM leads
       WHERE (answered_in IS NULL) <> (first_contacted_at IS NULL)
         OR (passed = 0) <> NOT EXISTS (
           SELECT 1 FROM lead_events WHERE lead_id = leads.id AND type = 'changed' AND field = 'estado'
         )`,
    )
    .pluck()
    .get();
  return wrong === 0
    ? { name: 'Pasos', result: 'good', detail: 'los primeros contactos y estados coinciden con la historia' }
    : { name: 'Pasos', result: 'bad', detail: `no coinciden con la historia de ${wrong} leads` };
}

function checkRepeated(db: Database): Finding {
  const wrong = db
    .prepare<[], number>(
      `SELECT count(*) FROM leads WHERE repeated <> (deleted_at IS NULL AND (
         EXISTS (SELECT 1 FROM leads AS other
                 WHERE other.email_key = leads.email_key AND other.deleted_at IS NULL AND other.id <> leads.id)
         OR EXISTS (SELECT 1 FROM leads AS other
                    WHERE other.phone_key = leads.phone_key AND other.deleted_at IS NULL AND other.id <> leads.id)
       ))`,
    )
    .pluck()
    .get();
  return wrong === 0
    ? { name: 'Posibles duplicados', result: 'good', detail: 'son los que comparten email o teléfono' }
    : { name: 'Posibles duplicados', result: 'bad', detail: `la marca no coincide en ${wrong} leads` };
}

function checkNotesCount(db: Database): Finding {
  const wrong = db
    .prepare<[], number>(
      `SELECT count(*) FROM leads
       WHERE notes_count <> (SELECT count(*) FROM lead_notes WHERE lead_id = leads.id AND is_deleted = 0)`,
    )
    .pluck()
    .get();
  return wrong === 0
    ? { name: 'Notas', result: 'good', detail: 'sus cuentas coinciden' }
    : { name: 'Notas', result: 'bad', detail: `la cuenta no coincide en ${wrong} leads` };
}
