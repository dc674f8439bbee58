import { insertRole } from '~/server/accounts/account-queries';
import { insertProfile, insertUser } from '~/server/accounts/new-user';
import { getDb, inTransaction } from '~/server/database/connection';
import { hashPassword } from '~/server/passwords/passwords';
import { makeToken } from '~/server/secrets/random-tokens';
import type { Role } from '~/shared/accounts/account';
import { FREE_AGENT_LIMIT } from '~/shared/companies/enums';
import { CommandError } from '../command';
import { atOffice, DAY_MS, MINUTE_MS, toText } from './calendar';
import { makeDice } from './chance';
import { addressOf, makePeople } from './people';
import { FAIR, SCRIPTED } from './scripted';
import { insert, writeSeedEvents } from './write-year';
import { simulateYear } from './year';

/**
 * The team. `days`: how long they have been here. `part`: their relative share of the leads. Nobody knows the passwords
 * of those without an account's title; who has no part has signed up and waits for approval.
 */
const TEAM: { title?: string; name: string; email: string; roles?: Role[]; days: number; part: number }[] = [
  { title: 'Administrador', name: 'Clara Montes', email: 'admin', roles: ['admin'], days: 420, part: 1 },
  { title: 'Equipo', name: 'Bruno Sosa', email: 'ventas', days: 400, part: 4 },
  { name: 'Lucía Paredes', email: 'lucia', days: 250, part: 4 },
  { name: 'Damián Acuña', email: 'damian', days: 96, part: 3 },
  { name: 'Sofía Beltrán', email: 'sofia', days: 1, part: 0 },
];

/**
 * Fills a new database with a made-up year of a team's work: deterministic, except for the dates, which end now, and
 * the passwords, which are random. Returns the accounts that can sign in.
 * @throws {CommandError} if the database already has users.
 */
export async function seedDemo(now = Date.now()): Promise<{ role: string; email: string; password: string }[]> {
  if (hasUsers()) throw new CommandError('Esta base ya tiene usuarios; los datos inventados van en una base nueva.');
  const titled = TEAM.flatMap(({ title, email }) => (title ? { role: title, email } : []));
  const accounts = [...titled, { role: 'Coordinador', email: 'coordinacion' }].map(({ role, email }) => ({
    ...{ role, email: `${email}@demo.example.com`, password: makeToken().slice(0, 14) },
  }));
  const hashes = new Map<string, string>();
  for (const { email, password } of accounts) hashes.set(email, await hashPassword(password));
  const unknown = await hashPassword(makeToken());
  inTransaction(() => insertAll((email) => hashes.get(email) ?? unknown, now));
  return accounts;
}

export function hasUsers(): boolean {
  return getDb().prepare('SELECT count(*) FROM users').pluck().get() !== 0;
}

type HashOf = (email: string) => string;

function insertAll(hashOf: HashOf, now: number): void {
  const team = TEAM.map(({ name, email, roles = [], days, part }) => {
    const since = now - days * DAY_MS;
    const person = { name, email: `${email}@demo.example.com`, status: part > 0 ? 'active' : 'pending' } as const;
    return { id: insertPerson({ ...person, roles, company_id: null, created_at: toText(since) }, hashOf), since, part };
  });
  const adminId = team[0]?.id ?? '';
  insertImport(adminId, now);
  const workers = team.filter(({ part }) => part > 0);
  insertAgencies(writeSeedEvents(simulateYear(workers, adminId, now)), { adminId, hashOf, now });
  const view = { name: 'México, en seguimiento', query: 'estado=en_seguimiento&pais=M%C3%A9xico' };
  insert('saved_views', { author_id: adminId, ...view, shared: 1, position: 0, created_at: toText(now - 40 * DAY_MS) });
}

type NewPerson = Omit<Parameters<ReturnType<typeof insertProfile>['run']>[0], 'id'> & { email: string; roles: Role[] };

function insertPerson({ email, roles, ...profile }: NewPerson, hashOf: HashOf): string {
  const id = crypto.randomUUID();
  const { created_at } = profile;
  const password = { password_hash: hashOf(email), password_expires_at: null, must_change_password: 0 as const };
  insertUser().run({ id, email, ...password, created_at });
  insertProfile().run({ id, ...profile });
  for (const role of roles) insertRole().run({ user_id: id, role });
  return id;
}

/** The fair's file; its rows are no longer kept. */
function insertImport(user_id: string, now: number): void {
  const started = atOffice(now - FAIR.daysAgo * DAY_MS);
  const columns = JSON.stringify(['Nombre', 'Email', 'WhatsApp', 'País', 'Empresa']);
  insert('imports', {
    ...{ id: FAIR.id, user_id, name: FAIR.file, state: 'done', delimiter: ';', columns, checks: 1 },
    ...{ total: FAIR.people, position: FAIR.people, created: FAIR.people },
    mapping: JSON.stringify(['nombre', 'email', 'whatsapp', 'pais', 'empresa']),
    ...{
      created_at: toText(started - 3 * MINUTE_MS),
      started_at: toText(started),
      finished_at: toText(started + MINUTE_MS),
    },
    forgotten_at: toText(started + 30 * DAY_MS),
  });
}

/** Sets up agencies of won leads, with agents and a coordinator, who is whoever wrote. */
function insertAgencies(
  written: ReturnType<typeof writeSeedEvents>,
  { adminId, hashOf, now }: { adminId: string; hashOf: HashOf; now: number },
) {
  const dice = makeDice(21);
  const makePerson = makePeople();
  const scripted = new Map(SCRIPTED.map(({ empresa, agency }) => [empresa, agency]));
  const names = new Set<string>();
  const wonAt = getDb().prepare<[number], string | null>('SELECT won_at FROM leads WHERE id = ?').pluck();
  for (const [lead, lead_id] of written) {
    const { empresa: name, pais, plan, nombre, client_type } = lead;
    const won = wonAt.get(lead_id);
    const known = scripted.get(name ?? '');
    // The others are still being set up.
    const isChosen = dice.chance(0.45) && client_type !== 'profesional';
    if (!won || !name || names.has(name) || !(known || isChosen)) continue;
    const at = atOffice(Date.parse(won) + dice.between(0.3, 3) * DAY_MS) + dice.between(3, 150) * MINUTE_MS;
    if (at > now - DAY_MS) continue;
    names.add(name);
    const isPaying = plan === 'agente-ia' || plan === 'chat-ia';
    const usual = { plan: isPaying ? 'PRO' : 'FREE', agents: dice.whole(1, isPaying ? 9 : FREE_AGENT_LIMIT) };
    const { agents, ...about } = known ?? { ...usual, status: dice.chance(0.1) ? 'inactive' : 'active' };
    const created_at = toText(at);
    const company_id = insert('companies', { name, country: pais, lead_id, ...about, created_at });
    insert('lead_events', { lead_id, actor_id: adminId, type: 'company_made', to_value: name, created_at });
    const actor = { actor_id: adminId, actor_email: 'admin@demo.example.com' };
    insert('audit_events', { type: 'company_created', ...actor, company_id, to_value: name, created_at });
    for (let place = 0; place < agents; place++) {
      const agent = makePerson(dice, pais).nombre;
      const from = toText(Math.min(at + dice.between(1, 20) * DAY_MS, now - MINUTE_MS));
      const status = place === 3 ? 'suspended' : 'active';
      insert('agents', { name: agent, email: addressOf(agent), status, company_id, created_at: from });
    }
    const email = name === SCRIPTED[0]?.empresa ? 'coordinacion@demo.example.com' : addressOf(nombre);
    insertPerson({ name: nombre, email, status: 'active', roles: ['coordinator'], company_id, created_at }, hashOf);
  }
}
