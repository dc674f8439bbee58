import { existsSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import type { Settings } from '~/server/env';
import { explainEmptyFile, explainFileFault } from '~/server/process/file-fault';
import { findKeyFault } from '~/server/secrets/key-file';
import { findDamage, readKeyMark } from '../backups/inspect';
import { describeSchema, findObstacle, findPending, migrate } from '../migrate';
import { bad, type Finding, good, warning } from './finding';

/** Problems in the database's file, in what it contains, and in the key of its sealed secrets. */
export function* checkFile({ DATABASE_PATH: path, SECRETS_KEY_FILE }: Settings): Generator<Finding> {
  if (!existsSync(path)) {
    yield bad('Base', `no existe ${path}. ¿Es ese el DATABASE_PATH del servidor?`);
    return;
  }
  const empty = explainEmptyFile(path);
  if (empty) {
    yield bad('Base', empty);
    return;
  }
  let db: Database | undefined;
  try {
    db = new Sqlite(path, { readonly: true, timeout: 5000 });
    yield* checkDatabase(db);
    yield checkSecretsKey(db, SECRETS_KEY_FILE);
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
    yield bad('Base', explainFileFault(path) ?? `${path} no se puede leer: ${error.message}. Restaurá un respaldo.`);
  } finally {
    db?.close();
  }
}

/** Whether the key of the sealed secrets is in its file and readable only by its owner. */
function checkSecretsKey(db: Database, path: string): Finding {
  const name = 'Clave de secretos';
  const needed = readKeyMark(db);
  const fault = findKeyFault(path, needed);
  if (fault) return bad(name, fault);
  return good(
    name,
    needed ? `está en ${path}; los respaldos no la llevan: guardá una copia aparte` : 'todavía no hay nada cifrado',
  );
}

/** Problems in the database itself: file, schema, and totals kept by triggers. */
export function* checkDatabase(db: Database): Generator<Finding> {
  const obstacle = findObstacle(db);
  if (obstacle) {
    yield bad('Base', obstacle);
    return;
  }
  const damage = findDamage(db);
  yield damage.length === 0 ? good('Base', 'páginas, índices y claves están sanos') : bad('Base', damage.join('; '));
  const pending = findPending(db);
  if (pending.length > 0) {
    const names = pending.map(({ name }) => name).join(', ');
    yield warning('Esquema', `el próximo arranque aplica ${names}`);
    return;
  }
  yield checkSchema(db);
  for (const { name, wrong, whenRight, whenWrong } of DERIVED) {
    const many = db.prepare<[], number>(wrong).pluck().get() ?? 0;
    yield many === 0 ? good(name, whenRight) : bad(name, `${whenWrong}: ${many}`);
  }
}

/** Counts the rows in which two queries differ. */
const differing = (counted: string, kept: string) =>
  `SELECT (SELECT count(*) FROM (${counted} EXCEPT ${kept})) + (SELECT count(*) FROM (${kept} EXCEPT ${counted}))`;

/** What triggers maintain, each with a query counting its wrong rows. */
const DERIVED = [
  {
    name: 'Contadores',
    wrong: differing(
      `SELECT estado, coalesce(pais, ''), coalesce(client_type, ''), count(*),
         sum(estado = 'nuevo' AND first_contacted_at IS NULL), sum(repeated)
       FROM leads WHERE deleted_at IS NULL GROUP BY 1, 2, 3`,
      'SELECT estado, pais, client_type, total, waiting, repeated FROM lead_counters WHERE total > 0',
    ),
    whenRight: 'coinciden con los leads',
    whenWrong: 'clases de leads cuyo total no coincide',
  },
  {
    name: 'Responsables',
    wrong: differing(
      "SELECT coalesce(owner_id, ''), estado, count(*) FROM leads WHERE deleted_at IS NULL GROUP BY 1, 2",
      'SELECT owner, estado, total FROM owner_counters WHERE total > 0',
    ),
    whenRight: 'sus totales coinciden con los leads',
    whenWrong: 'totales que no coinciden',
  },
  {
    name: 'Primeros contactos',
    wrong: 'SELECT count(*) FROM leads WHERE (answered_in IS NULL) <> (first_contacted_at IS NULL)',
    whenRight: 'cada uno con lo que tardó',
    whenWrong: 'leads cuyo tiempo de respuesta no coincide',
  },
  {
    name: 'Posibles duplicados',
    wrong: `SELECT count(*) FROM leads WHERE repeated <> (deleted_at IS NULL AND (
        EXISTS (SELECT 1 FROM leads AS other
                WHERE other.email_key = leads.email_key AND other.deleted_at IS NULL AND other.id <> leads.id)
        OR EXISTS (SELECT 1 FROM leads AS other
                   WHERE other.phone_key = leads.phone_key AND other.deleted_at IS NULL AND other.id <> leads.id)
      ))`,
    whenRight: 'son los que comparten email o teléfono',
    whenWrong: 'leads mal marcados',
  },
  {
    name: 'Notas',
    wrong: `SELECT count(*) FROM leads
      WHERE notes_count <> (SELECT count(*) FROM lead_notes WHERE lead_id = leads.id AND is_deleted = 0)`,
    whenRight: 'sus cuentas coinciden',
    whenWrong: 'leads cuya cuenta no coincide',
  },
  {
    name: 'Mensajes',
    wrong: `SELECT
      (SELECT count(*) FROM messages WHERE lead_id IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM lead_events WHERE lead_id = messages.lead_id AND created_at = at
           AND type = iif(direction = 'in', 'message_received', 'message_sent') AND to_value = CAST(messages.id AS TEXT)))
      + (SELECT count(*) FROM lead_events
         WHERE type IN ('message_received', 'message_sent') AND to_value IS NOT NULL AND NOT EXISTS (
           SELECT 1 FROM messages WHERE messages.id = CAST(to_value AS INTEGER) AND messages.lead_id = lead_events.lead_id))`,
    whenRight: 'cada uno está en la historia de su lead',
    whenWrong: 'mensajes que no coinciden con las historias',
  },
  {
    name: 'Esperan respuesta',
    wrong: `SELECT count(*) FROM leads WHERE awaiting_reply_since IS NOT (
        SELECT min(at) FROM messages WHERE lead_id = leads.id AND direction = 'in' AND is_past = 0 AND at > coalesce((
          SELECT max(at) FROM messages WHERE lead_id = leads.id AND direction = 'out' AND NOT EXISTS (
            SELECT 1 FROM message_statuses WHERE message_statuses.wamid = messages.wamid AND status = 'failed')), '')
          AND at > coalesce(replied_until, '') AND at > coalesce((
            SELECT max(part.replied_until) FROM leads AS part WHERE part.joined_into = leads.id), ''))`,
    whenRight: 'son los que escribieron después de la última respuesta',
    whenWrong: 'leads que no coinciden con sus mensajes',
  },
] as const;

function checkSchema(db: Database): Finding {
  const fresh = new Sqlite(':memory:');
  migrate(fresh);
  const same = describeSchema(fresh) === describeSchema(db);
  fresh.close();
  return same
    ? good('Esquema', 'es el que hacen las migraciones')
    : bad('Esquema', 'alguien lo cambió a mano: no es el que hacen las migraciones');
}
