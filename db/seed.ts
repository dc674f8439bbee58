import { insertProfile, insertRole, insertUser } from '~/server/accounts/account-queries';
import { hashPassword } from '~/server/accounts/passwords';
import { makeToken } from '~/server/accounts/secret-tokens';
import { getDb, inTransaction } from '~/server/db';
import { emailKey, phoneKey } from '~/server/leads/contact-keys';
import type { Role } from '~/shared/accounts/account';
import { CLIENT_TYPES, LEAD_STATUSES, type LeadCountry } from '~/shared/leads/lead';
import { CommandError } from './command';

export type DemoAccount = {
  role: string;
  email: string;
  password: string;
  roles: Role[];
  companyId: number | null;
};

const HOUR_MS = 3_600_000;
const LEADS = 86;

const FIRST_NAMES = [
  'Lucía',
  'Martín',
  'Camila',
  'Joaquín',
  'Valentina',
  'Tomás',
  'Renata',
  'Andrés',
  'Paula',
  'Iker',
  'Abril',
  'Nicolás',
];
const LAST_NAMES = [
  'Ferreyra',
  'Quispe',
  'Benítez',
  'Salvatierra',
  'Ocampo',
  'Villalba',
  'Echeverría',
  'Montaño',
  'Ríos',
  'Zamora',
  'Iturbe',
];
const COUNTRIES: { pais: LeadCountry; phone: string }[] = [
  { pais: 'Argentina', phone: '+54911' },
  { pais: 'México', phone: '+52155' },
  { pais: 'España', phone: '+34612' },
  { pais: 'Chile', phone: '+56998' },
  { pais: 'Uruguay', phone: '+59899' },
  { pais: 'Paraguay', phone: '+59598' },
  { pais: 'Perú', phone: '+51987' },
];
const MESSAGES = [
  'Hola, tenemos 40 propiedades en alquiler y no damos abasto con los mensajes de WhatsApp.',
  'Quiero saber si el agente puede agendar visitas en el calendario de cada vendedor.',
  '¿Se integra con nuestro portal? Hoy cargamos todo a mano.',
  'Somos una constructora con dos edificios en preventa. Necesitamos responder los fines de semana.',
  'Me interesa el chat con IA. ¿Cuánto demora la puesta en marcha?',
];
const COMPANIES = [
  { name: 'Inmobiliaria Costanera', country: 'Argentina', plan: 'PRO', status: 'active' },
  { name: 'Altos del Valle Propiedades', country: 'Bolivia', plan: 'FREE', status: 'active' },
  { name: 'Casa Norte', country: null, plan: 'FREE', status: 'inactive' },
];

/**
 * Fills a new database with made-up leads, agencies and three accounts, the same ones each time but for the
 * passwords, which are random. Returns the accounts. Throws CommandError where the database holds users already.
 */
export async function seedDemo(): Promise<DemoAccount[]> {
  const db = getDb();
  if (db.prepare('SELECT count(*) FROM users').pluck().get() !== 0) {
    throw new CommandError('Esta base ya tiene usuarios; los datos inventados van en una base nueva.');
  }
  const accounts: DemoAccount[] = [
    {
      role: 'Administrador',
      email: 'admin@demo.example.com',
      password: makePassword(),
      roles: ['admin'],
      companyId: null,
    },
    {
      role: 'Equipo',
      email: 'ventas@demo.example.com',
      password: makePassword(),
      roles: [],
      companyId: null,
    },
    {
      role: 'Coordinador',
      email: 'coordinacion@demo.example.com',
      password: makePassword(),
      roles: ['coordinator'],
      companyId: 1,
    },
  ];
  const hashes: string[] = [];
  for (const account of accounts) hashes.push(await hashPassword(account.password));
  inTransaction(() => {
    insertCompanies();
    accounts.forEach((account, index) => {
      insertAccount(account, hashes[index] ?? '');
    });
    insertLeads();
  });
  return accounts;
}

function makePassword(): string {
  return makeToken().slice(0, 14);
}

function insertCompanies(): void {
  const db = getDb();
  const company = db.prepare(
    'INSERT INTO companies (name, country, plan, status, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const agent = db.prepare('INSERT INTO agents (name, email, company_id, created_at) VALUES (?, ?, ?, ?)');
  COMPANIES.forEach(({ name, country, plan, status }, index) => {
    const { lastInsertRowid } = company.run(name, country, plan, status, hoursAgo(24 * 30 * (index + 1)));
    for (let n = 0; n < 3; n++) {
      const person = nameFor(index * 7 + n);
      agent.run(person, emailFor(person, n), lastInsertRowid, hoursAgo(24 * (n + 1)));
    }
  });
}

function insertAccount(account: DemoAccount, passwordHash: string): void {
  const id = crypto.randomUUID();
  const created_at = hoursAgo(24 * 40);
  insertUser().run({
    id,
    email: account.email,
    password_hash: passwordHash,
    password_expires_at: null,
    email_verified_at: created_at,
    must_change_password: 0,
    created_at,
  });
  insertProfile().run({
    id,
    name: account.role,
    status: 'active',
    company_id: account.companyId,
    created_at,
  });
  for (const role of account.roles) insertRole().run({ user_id: id, role });
}

/** Oldest first, as they would have come in; most recent ones are new, older ones further along. */
function insertLeads(): void {
  const insert = getDb().prepare(
    `INSERT INTO leads (nombre, email, whatsapp, pais, estado, client_type, source, mensaje, created_at, email_key, phone_key)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (let age = LEADS; age > 0; age--) {
    const nombre = nameFor(age);
    const email = emailFor(nombre, age);
    const { pais, phone } = pick(COUNTRIES, age);
    const whatsapp = age % 9 === 0 ? null : `${phone}${String(1_000_000 + ((age * 7919) % 8_999_999))}`;
    const estado = age <= 6 ? 'nuevo' : pick(LEAD_STATUSES, age * 3 + (age % 4));
    const client_type = age % 3 === 0 ? null : pick(CLIENT_TYPES, age);
    const fromLanding = age % 5 !== 0;
    const { lastInsertRowid: leadId } = insert.run(
      nombre,
      email,
      whatsapp,
      pais,
      estado,
      client_type,
      fromLanding ? 'landing' : 'crm_manual',
      fromLanding ? pick(MESSAGES, age) : null,
      hoursAgo(age * 5.3 - 5),
      emailKey(email),
      phoneKey(whatsapp, pais),
    );
    getDb()
      .prepare("INSERT INTO lead_events (lead_id, type, to_value, created_at) VALUES (?, 'created', ?, ?)")
      .run(leadId, fromLanding ? 'landing' : 'crm_manual', hoursAgo(age * 5.3 - 5));
  }
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

function nameFor(index: number): string {
  return `${pick(FIRST_NAMES, index)} ${pick(LAST_NAMES, index * 5 + 3)}`;
}

function emailFor(name: string, index: number): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(' ', '.');
  return `${plain}${index}@correo.example.com`;
}

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString();
}
