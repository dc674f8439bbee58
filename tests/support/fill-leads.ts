import { randomUUID } from 'node:crypto';
import Sqlite, { type Database } from 'better-sqlite3';
import { LOST_REASONS } from '../../src/shared/leads/enums.ts';
import { WAIT_TIMEOUT_MS } from './timeouts.ts';

const DAY_MS = 24 * 3_600_000;

/** Leads are spread evenly over the last two years. */
const SPAN_MS = 2 * 365 * 24 * 3_600_000;

const FIRST_NAMES = [
  ...['Ana', 'Bruno', 'Carla', 'Diego', 'Elena', 'Fabián', 'Gloria', 'Hugo', 'Inés', 'Joaquín', 'Karina', 'Lucas'],
  ...['Marta', 'Néstor', 'Olga', 'Pablo', 'Rocío', 'Sergio', 'Tania', 'Ulises', 'Vera', 'Walter', 'Yago'],
];
const LAST_NAMES = [
  ...['Acosta', 'Benítez', 'Cáceres', 'Duarte', 'Escobar', 'Ferreyra', 'Giménez', 'Herrera', 'Ibáñez', 'Juárez'],
  ...['Krause', 'Ledesma', 'Medina', 'Navarro', 'Ojeda', 'Paredes', 'Quiroga', 'Rivas', 'Soria', 'Toledo'],
  ...['Urquiza', 'Vallejos', 'Wagner', 'Yáñez', 'Zapata', 'Arce', 'Bustos', 'Correa', 'Funes', 'Godoy', 'Lugo'],
];
const MESSAGES = [
  'quiero saber cómo funciona el asistente con las consultas de alquileres',
  'tenemos varias sucursales y necesitamos responder los fines de semana',
  '¿el asistente agenda visitas en el calendario de cada vendedor?',
  'nos interesa el plan con academia para el equipo de ventas',
  'hoy cargamos las propiedades a mano y perdemos mucho tiempo',
];
const NOTES = [
  'Le mandé la demo por WhatsApp. Queda en verla con su socia y contestar el jueves.',
  'No atiende. Pruebo de nuevo mañana a la tarde.',
];
const STATUSES = ['nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido'];
const COUNTRIES = ['Argentina', 'México', 'España', 'Chile', 'Colombia', 'Uruguay', 'Perú', null];
const COMMON = {
  pais: 'Argentina',
  estado: 'nuevo',
  client_type: 'otros',
  mensaje: MESSAGES[0],
  first_contacted_at: null,
  owner_id: null,
  plan: null,
  next_contact_on: null,
  lost_reason: null,
};
const PLANS = ['chat-ia', 'completo'];
const CLIENT_TYPES = ['profesional', 'inmobiliaria', 'constructora', 'otros', null];

/** `work`: what happened to the leads since, applied before indexes and triggers are restored. */
type Spread = { skewed?: boolean; work?: (db: Database) => void };

/**
 * Fills a migrated, empty database with `count` leads and two notes each, the same each time except for dates. Indexes
 * and triggers are dropped meanwhile, so that a million leads take one minute instead of ten. With `skewed` all but one
 * in a thousand are alike: same country, type and words, waiting for a first contact.
 */
export function fillWithLeads(path: string, count: number, spread: Spread = {}): void {
  const db = new Sqlite(path, { timeout: WAIT_TIMEOUT_MS });
  db.pragma('synchronous = OFF');
  db.transaction(() => {
    const authorId = insertAuthor(db);
    const restoreIndexes = dropIndexes(db);
    insertLeads(db, count, authorId, spread);
    spread.work?.(db);
    restoreIndexes();
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

/** Inserts a member of staff; returns the id. */
export function insertAuthor(db: Database): string {
  const id = randomUUID();
  const now = new Date().toISOString();
  db.prepare("INSERT INTO users (id, email, password_hash, created_at) VALUES (?, ?, '-', ?)").run(
    id,
    `autora-${id}@equipo.example.com`,
    now,
  );
  db.prepare("INSERT INTO profiles (id, name, status, created_at) VALUES (?, 'Autora', 'active', ?)").run(id, now);
  return id;
}

/** Drops indexes and triggers. Returns a function that restores them and fills the tables the triggers maintain. */
function dropIndexes(db: Database): () => void {
  const dropped = db
    .prepare<[], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE tbl_name IN ('leads', 'lead_notes', 'lead_events') AND type IN ('index', 'trigger') AND sql IS NOT NULL`,
    )
    .all();
  for (const { type, name } of dropped) db.exec(`DROP ${type} ${name}`);
  return () => {
    // Indexes first: filling the search index looks up each lead's notes.
    for (const { sql, type } of dropped) if (type === 'index') db.exec(sql);
    db.exec(`
      INSERT INTO lead_words (lead_words) VALUES ('rebuild');
      UPDATE leads SET repeated = 1 WHERE deleted_at IS NULL AND phone_key IN
        (SELECT phone_key FROM leads WHERE deleted_at IS NULL GROUP BY 1 HAVING count(*) > 1);
      UPDATE leads SET answered_in = unixepoch(first_contacted_at) - unixepoch(created_at)
        WHERE first_contacted_at IS NOT NULL;
      INSERT OR REPLACE INTO lead_counters
        SELECT estado, coalesce(pais, ''), coalesce(client_type, ''), count(*),
               sum(estado = 'nuevo' AND first_contacted_at IS NULL), sum(repeated)
        FROM leads WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
      INSERT INTO owner_counters
        SELECT coalesce(owner_id, ''), estado, count(*) FROM leads WHERE deleted_at IS NULL GROUP BY 1, 2;
    `);
    for (const { sql, type } of dropped) if (type === 'trigger') db.exec(sql);
  };
}

function insertLeads(db: Database, count: number, authorId: string, { skewed }: Spread): void {
  const insertLead = db.prepare(
    `INSERT INTO leads (nombre, email, email_key, whatsapp, phone_key, pais, estado, client_type, source, mensaje,
                        empresa, created_at, last_activity_at, first_contacted_at, owner_id, plan, next_contact_on,
                        lost_reason, notes_count)
     VALUES (:nombre, :email, :email, :whatsapp, :phone_key, :pais, :estado, :client_type, :source, :mensaje,
             :empresa, :created_at, :last_activity_at, :first_contacted_at, :owner_id, :plan, :next_contact_on,
             :lost_reason, ${NOTES.length})`,
  );
  const insertNote = db.prepare('INSERT INTO lead_notes (lead_id, author_id, body, created_at) VALUES (?, ?, ?, ?)');
  const end = Date.now();
  for (let i = 0; i < count; i++) {
    const created_at = new Date(end - (count - i) * (SPAN_MS / count)).toISOString();
    const { lastInsertRowid } = insertLead.run({
      ...describeLead(i, created_at),
      ...describeWork(i, created_at, end, authorId),
      ...(skewed && i % 1000 !== 0 && COMMON),
    });
    for (const note of NOTES) insertNote.run(lastInsertRowid, authorId, note, created_at);
  }
}

/** Fibonacci hashing (Knuth, TAOCP vol. 3, 6.4) distributes names, statuses and the rest. */
function describeLead(i: number, created_at: string) {
  const spread = Math.imul(i, 2_654_435_769) >>> 0;
  const first = pick(FIRST_NAMES, spread);
  const last = pick(LAST_NAMES, spread >>> 5);
  const estado = pick(STATUSES, spread >>> 10);
  const digits = String(spread % 100_000_000).padStart(8, '0');
  return {
    nombre: `${first} ${last}`,
    email: `${plain(first)}.${plain(last)}.${i}@correo.example.com`,
    whatsapp: `+54911${digits}`,
    phone_key: `5411${digits}`,
    pais: pick(COUNTRIES, spread >>> 14),
    estado,
    client_type: pick(CLIENT_TYPES, spread >>> 18),
    source: i % 5 === 0 ? 'crm_manual' : 'landing',
    mensaje: `Consulta ${i}: ${pick(MESSAGES, i)}.`,
    empresa: i % 3 === 0 ? `${last} Propiedades` : null,
    created_at,
    first_contacted_at: estado === 'nuevo' && i % 2 === 0 ? null : created_at,
  };
}

/** Owners and plans: a third have an owner, a sixth of the open ones a next contact within a month of today. */
function describeWork(i: number, created_at: string, end: number, authorId: string) {
  const spread = Math.imul(i + 1, 2_246_822_519) >>> 0;
  const { estado } = describeLead(i, created_at);
  const isOpen = estado === 'contactado' || estado === 'en_seguimiento';
  const day = new Date(end + ((spread % 60) - 30) * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const came = Date.parse(created_at);
  return {
    last_activity_at: new Date(came + (end - came) * ((spread % 1000) / 1000) ** 2).toISOString(),
    owner_id: spread % 3 === 0 ? authorId : null,
    plan: spread % 5 === 0 ? pick(PLANS, spread >>> 4) : null,
    next_contact_on: isOpen && spread % 6 === 1 ? day : null,
    lost_reason: estado === 'perdido' && spread % 2 === 0 ? pick(LOST_REASONS, spread >>> 8) : null,
  };
}

function pick<Value>(values: readonly Value[], index: number): Value {
  return values[index % values.length] as Value;
}

function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
