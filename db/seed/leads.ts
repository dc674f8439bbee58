import { getDb } from '~/server/database/connection';
import { emailKey, phoneKey } from '~/server/leads/contact-keys';
import { CLIENT_TYPES, type LeadCountry, type LeadStatus, LOST_REASONS } from '~/shared/leads/lead';
import { emailFor, hoursAgo, MINUTE_HOURS, nameFor, pick } from './made-up';

const LEADS = 86;
/** The newest leads keep the status `nuevo`; the older ones have other statuses. */
const STILL_NEW = 5;
const HOURS_BETWEEN = 5.3;

/** `digits`: how many digits follow the prefix in a mobile number of that country. */
const COUNTRIES: { pais: LeadCountry; prefix: string; digits: number }[] = [
  { pais: 'Argentina', prefix: '+54911', digits: 8 },
  { pais: 'México', prefix: '+5255', digits: 8 },
  { pais: 'España', prefix: '+346', digits: 8 },
  { pais: 'Chile', prefix: '+569', digits: 8 },
  { pais: 'Uruguay', prefix: '+5989', digits: 7 },
  { pais: 'Paraguay', prefix: '+59598', digits: 7 },
  { pais: 'Perú', prefix: '+519', digits: 8 },
];
const FUNNEL: LeadStatus[] = [
  'contactado',
  'en_seguimiento',
  'contactado',
  'ganado',
  'perdido',
  'en_seguimiento',
  'contactado',
  'perdido',
  'ganado',
  'en_seguimiento',
];
const MESSAGES = [
  'Hola, tenemos 40 propiedades en alquiler y no damos abasto con los mensajes de WhatsApp.',
  'Quiero saber si el agente puede agendar visitas en el calendario de cada vendedor.',
  '¿Se integra con nuestro portal? Hoy cargamos todo a mano.',
  'Somos una constructora con dos edificios en preventa. Necesitamos responder los fines de semana.',
  'Me interesa el chat con IA. ¿Cuánto demora la puesta en marcha?',
];
const NOTES = [
  'Le mandé la demo por WhatsApp. Queda en verla con su socia y contestar el jueves.',
  'Trabaja con 3 vendedores. Lo que más le duele son los mensajes del fin de semana.',
  'Pidió precio por 12 meses. Le interesa el Chat con IA por la academia.',
  'No atiende. Pruebo de nuevo mañana a la tarde.',
  'Quiere que el agente cargue propiedades: es el plan Agente de IA.',
];

const PLANS = ['chat-ia', 'agente-ia', 'chatbot-clasico', null];

/** Inserts made-up leads, oldest first, with notes and status changes by `authorId`; `colleagueId` works some of them. */
export function insertLeads(authorId: string, colleagueId: string): void {
  for (let age = LEADS; age > 0; age--) {
    const leadId = insertLead(age);
    if (age <= STILL_NEW) continue;
    insertFirstContact(leadId, age, authorId);
    planWork(leadId, age, [authorId, colleagueId, authorId, null]);
    for (let note = 0; note < age % 4; note++) insertNote(leadId, age, note, authorId);
  }
}

function insertLead(age: number): number | bigint {
  const db = getDb();
  const nombre = nameFor(age);
  const email = emailFor(nombre, age);
  const { pais, prefix, digits } = pick(COUNTRIES, age);
  const number = String((age * 7_919_191) % 10 ** digits).padStart(digits, '7');
  const whatsapp = age % 9 === 0 ? null : prefix + number;
  const source = age % 5 === 0 ? 'crm_manual' : 'landing';
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO leads (nombre, email, whatsapp, pais, client_type, source, mensaje, created_at, email_key, phone_key)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      nombre,
      email,
      whatsapp,
      pais,
      age % 3 === 0 ? null : pick(CLIENT_TYPES, age),
      source,
      source === 'landing' ? pick(MESSAGES, age) : null,
      createdAt(age),
      emailKey(email),
      phoneKey(whatsapp, pais),
    );
  db.prepare("INSERT INTO lead_events (lead_id, type, to_value, created_at) VALUES (?, 'created', ?, ?)").run(
    lastInsertRowid,
    source,
    createdAt(age),
  );
  return lastInsertRowid;
}

function insertFirstContact(leadId: number | bigint, age: number, authorId: string): void {
  const db = getDb();
  const estado = pick(FUNNEL, age);
  const at = hoursAgo(hoursOld(age) - (3 + (age % 50)) * MINUTE_HOURS);
  db.prepare('UPDATE leads SET estado = ?, first_contacted_at = ? WHERE id = ?').run(estado, at, leadId);
  db.prepare(
    `INSERT INTO lead_events (lead_id, actor_id, type, field, from_value, to_value, created_at)
     VALUES (?, ?, 'changed', 'estado', 'nuevo', ?, ?)`,
  ).run(leadId, authorId, estado, at);
}

/** Says whose a lead is and what it wants; every second open one is to be contacted on a day around today. */
function planWork(leadId: number | bigint, age: number, owners: (string | null)[]): void {
  const day = age % 2 === 0 ? hoursAgo(24 * (1 - (age % 7))).slice(0, 10) : null;
  getDb()
    .prepare(
      `UPDATE leads SET owner_id = ?, plan = ?,
         next_contact_on = CASE WHEN estado IN ('contactado', 'en_seguimiento') THEN ? END,
         lost_reason = CASE WHEN estado = 'perdido' THEN ? END
       WHERE id = ?`,
    )
    .run(pick(owners, age), pick(PLANS, age), day, pick(LOST_REASONS, age), leadId);
}

function insertNote(leadId: number | bigint, age: number, index: number, authorId: string): void {
  const at = hoursAgo(Math.max(hoursOld(age) - 1 - index, 0.02));
  const db = getDb();
  const { lastInsertRowid } = db
    .prepare('INSERT INTO lead_notes (lead_id, author_id, body, created_at) VALUES (?, ?, ?, ?)')
    .run(leadId, authorId, pick(NOTES, age + index), at);
  db.prepare(
    `INSERT INTO lead_events (lead_id, actor_id, type, to_value, created_at)
     VALUES (?, ?, 'note_added', ?, ?)`,
  ).run(leadId, authorId, String(lastInsertRowid), at);
}

function hoursOld(age: number): number {
  return age * HOURS_BETWEEN - HOURS_BETWEEN + 7 * MINUTE_HOURS;
}

function createdAt(age: number): string {
  return hoursAgo(hoursOld(age));
}
