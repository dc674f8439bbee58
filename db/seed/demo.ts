import { insertProfile, insertRole, insertUser } from '~/server/accounts/account-queries';
import { makeToken } from '~/server/accounts/secret-tokens';
import { getDb, inTransaction } from '~/server/database/connection';
import { hashPassword } from '~/server/passwords/passwords';
import type { Role } from '~/shared/accounts/account';
import { CommandError } from '../command';
import { insertLeads } from './leads';
import { emailFor, hoursAgo, nameFor } from './made-up';

export type DemoAccount = {
  id: string;
  role: string;
  name: string;
  email: string;
  password: string;
  roles: Role[];
  companyId: number | null;
};

type Person = Omit<DemoAccount, 'id' | 'password'>;

const PEOPLE: Person[] = [
  {
    role: 'Administrador',
    name: 'Clara Montes',
    email: 'admin@demo.example.com',
    roles: ['admin'],
    companyId: null,
  },
  { role: 'Equipo', name: 'Bruno Sosa', email: 'ventas@demo.example.com', roles: [], companyId: null },
  {
    role: 'Coordinador',
    name: 'Elena Quiroga',
    email: 'coordinacion@demo.example.com',
    roles: ['coordinator'],
    companyId: 1,
  },
];
const COMPANIES = [
  { name: 'Inmobiliaria Costanera', country: 'Argentina', plan: 'PRO', status: 'active', agents: 8 },
  { name: 'Altos del Valle Propiedades', country: 'Bolivia', plan: 'FREE', status: 'active', agents: 6 },
  { name: 'Casa Norte', country: null, plan: 'FREE', status: 'inactive', agents: 2 },
];

/**
 * Fills a new database with made-up leads, agencies and three accounts: the same data each time, except for the
 * passwords, which are random. Returns the accounts. Throws CommandError if the database already has users.
 */
export async function seedDemo(): Promise<DemoAccount[]> {
  if (hasUsers()) {
    throw new CommandError('Esta base ya tiene usuarios; los datos inventados van en una base nueva.');
  }
  const accounts = PEOPLE.map((person) => ({ ...person, id: crypto.randomUUID(), password: makePassword() }));
  const hashes: string[] = [];
  for (const account of accounts) hashes.push(await hashPassword(account.password));
  inTransaction(() => {
    insertCompanies();
    accounts.forEach((account, index) => {
      insertAccount(account, hashes[index] ?? '');
    });
    const [administrator, salesperson] = accounts;
    if (administrator && salesperson) insertLeads(salesperson.id, administrator.id);
  });
  return accounts;
}

export function hasUsers(): boolean {
  return getDb().prepare('SELECT count(*) FROM users').pluck().get() !== 0;
}

function makePassword(): string {
  return makeToken().slice(0, 14);
}

function insertCompanies(): void {
  const db = getDb();
  const company = db.prepare(
    'INSERT INTO companies (name, country, plan, status, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const agent = db.prepare(
    'INSERT INTO agents (name, email, status, company_id, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  COMPANIES.forEach(({ name, country, plan, status, agents }, index) => {
    const { lastInsertRowid } = company.run(name, country, plan, status, hoursAgo(24 * 30 * (index + 1)));
    for (let n = 0; n < agents; n++) {
      const person = nameFor(index * 7 + n);
      const agentStatus = n === 3 ? 'suspended' : 'active';
      agent.run(person, emailFor(person, n), agentStatus, lastInsertRowid, hoursAgo(24 * (n + 1)));
    }
  });
}

function insertAccount(account: DemoAccount, passwordHash: string): void {
  const { id } = account;
  const created_at = hoursAgo(24 * 40);
  insertUser().run({
    id,
    email: account.email,
    password_hash: passwordHash,
    password_expires_at: null,
    must_change_password: 0,
    created_at,
  });
  insertProfile().run({
    id,
    name: account.name,
    status: 'active',
    company_id: account.companyId,
    created_at,
  });
  for (const role of account.roles) insertRole().run({ user_id: id, role });
}
