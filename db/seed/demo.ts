import { insertProfile, insertRole, insertUser } from '~/server/accounts/account-queries';
import { getDb, inTransaction } from '~/server/database/connection';
import { hashPassword } from '~/server/passwords/passwords';
import { makeToken } from '~/server/secrets/random-tokens';
import type { ProfileStatus, Role } from '~/shared/accounts/account';
import { CommandError } from '../command';
import { type Coordinator, FIRST_AGENCY, insertAgencies } from './agencies';
import { atOffice, DAY_MS, HOUR_MS, MINUTE_MS } from './calendar';
import { simulateYear } from './leads';
import { FAIR, SCRIPTED_LEADS } from './scripted-leads';
import { ADMINISTRATOR, COLLEAGUES, type Member, SALESPERSON } from './team';
import { toText, writeSeedEvents } from './write-leads';

/** An account that can sign in. */
type DemoAccount = { role: string; email: string; password: string };

const COORDINATOR_EMAIL = 'coordinacion@demo.example.com';

/**
 * Fills a new database with a made-up year of a team's work: deterministic, except for the dates, which end now, and
 * the passwords, which are random. Returns the accounts that can sign in.
 * @throws {CommandError} if the database already has users.
 */
export async function seedDemo(now = Date.now()): Promise<DemoAccount[]> {
  if (hasUsers()) throw new CommandError('Esta base ya tiene usuarios; los datos inventados van en una base nueva.');
  const accounts = [
    { role: 'Administrador', email: ADMINISTRATOR.email },
    { role: 'Equipo', email: SALESPERSON.email },
    { role: 'Coordinador', email: COORDINATOR_EMAIL },
  ].map((account) => ({ ...account, password: makePassword() }));
  // One more password, told to nobody, for all other accounts.
  const passwords = [...accounts.map(({ password }) => password), makePassword()];
  const hashes = await Promise.all(passwords.map((password) => hashPassword(password)));
  inTransaction(() => insertAll(hashes, now));
  return accounts;
}

export function hasUsers(): boolean {
  return getDb().prepare('SELECT count(*) FROM users').pluck().get() !== 0;
}

function makePassword(): string {
  return makeToken().slice(0, 14);
}

function insertAll([ofAdmin = '', ofSales = '', ofCoordinator = '', ofOthers = '']: string[], now: number): void {
  const hired = (member: Member, hash: string) => {
    const created = toText(now - member.days * DAY_MS);
    const id = insertPerson({ ...member, companyId: null, created }, hash);
    return { id, since: now - member.days * DAY_MS, part: member.part };
  };
  const admin = hired(ADMINISTRATOR, ofAdmin);
  const workers = [admin, hired(SALESPERSON, ofSales), ...COLLEAGUES.map((member) => hired(member, ofOthers))];
  insertImport(admin.id, now);
  const written = writeSeedEvents(
    simulateYear(
      workers.filter(({ part }) => part > 0),
      admin.id,
      now,
    ),
  );
  for (const coordinator of insertAgencies(written, { id: admin.id, email: ADMINISTRATOR.email }, now)) {
    const isFirst = coordinator.name === SCRIPTED_LEADS.find(({ empresa }) => empresa === FIRST_AGENCY)?.nombre;
    const email = isFirst ? COORDINATOR_EMAIL : coordinator.email;
    insertCoordinator({ ...coordinator, email }, isFirst ? ofCoordinator : ofOthers);
  }
  insertView(admin.id, 'México, en seguimiento', 'estado=en_seguimiento&pais=M%C3%A9xico', now);
}

type NewPerson = {
  name: string;
  email: string;
  status: ProfileStatus;
  roles: Role[];
  companyId: number | null;
  created: string;
};

function insertPerson({ name, email, status, roles, companyId, created }: NewPerson, password_hash: string): string {
  const id = crypto.randomUUID();
  const created_at = created;
  insertUser().run({
    id,
    email,
    password_hash,
    password_expires_at: null,
    must_change_password: 0,
    created_at,
  });
  insertProfile().run({ id, name, status, company_id: companyId, created_at });
  for (const role of roles) insertRole().run({ user_id: id, role });
  return id;
}

function insertCoordinator({ companyId, name, email, at }: Coordinator, hash: string): void {
  const created = toText(at + HOUR_MS);
  insertPerson({ name, email, status: 'active', roles: ['coordinator'], companyId, created }, hash);
}

/** The fair's file; its rows are no longer kept. */
function insertImport(user_id: string, now: number): void {
  const started = atOffice(now - FAIR.daysAgo * DAY_MS) + 94 * MINUTE_MS;
  const columns = JSON.stringify(['Fecha', 'Nombre', 'Email', 'WhatsApp', 'País', 'Empresa', 'Nota']);
  getDb()
    .prepare(
      `INSERT INTO imports (id, user_id, name, state, delimiter, columns, mapping, checks, total, position,
                            created, created_at, started_at, finished_at, forgotten_at)
       VALUES (:id, :user_id, :file, 'done', ';', :columns, :mapping, 1, :people, :people,
               :people, :created_at, :started_at, :finished_at, :forgotten_at)`,
    )
    .run({
      ...{ id: FAIR.id, user_id, file: FAIR.file, columns, people: FAIR.people },
      mapping: JSON.stringify(['created_at', 'nombre', 'email', 'whatsapp', 'pais', 'empresa', 'nota']),
      created_at: toText(started - 3 * MINUTE_MS),
      started_at: toText(started),
      finished_at: toText(started + MINUTE_MS),
      forgotten_at: toText(started + 30 * DAY_MS),
    });
}

function insertView(authorId: string, name: string, query: string, now: number): void {
  getDb()
    .prepare('INSERT INTO saved_views (author_id, name, query, shared, position, created_at) VALUES (?, ?, ?, 1, 0, ?)')
    .run(authorId, name, query, toText(now - 40 * DAY_MS));
}
