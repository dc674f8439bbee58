import { isStaff, type SessionUser } from '~/shared/accounts/account';
import type { Agent, Company, OwnCompanyDetail } from '~/shared/companies/company';
import { agentLimit, compareAgents } from '~/shared/companies/enums';
import type { CreateAgent, UpdateAgent } from '~/shared/companies/schema';
import { companyStrings } from '~/shared/strings/companies';
import { AppError, errorAt, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { createOnce, type Idempotency } from '../idempotency/idempotency';
import { findCompany } from './companies';

/** The agency a user coordinates. */
const selectCompanyOfUser = query<[{ user_id: string }], Company>(
  `SELECT companies.id, companies.name, companies.country, companies.plan, companies.status, companies.created_at
   FROM profiles JOIN companies ON companies.id = profiles.company_id
   WHERE profiles.id = :user_id`,
);

/**
 * The agency, if the caller may manage it: an administrator or a program any, a coordinator only their own. For a
 * coordinator other agencies do not exist.
 * @throws {AppError} `not_found`
 */
function requireCompany(id: number, caller: SessionUser): Company {
  if (!isStaff(caller) && selectCompanyOfUser().get({ user_id: caller.id })?.id !== id) throw new AppError('not_found');
  return findCompany(id);
}

const AGENT_COLUMNS = 'id, name, email, status, company_id';

const selectAgent = query<[{ id: number }], Agent>(`SELECT ${AGENT_COLUMNS} FROM agents WHERE id = :id`);

function requireAgent(id: number, caller: SessionUser): { agent: Agent; company: Company } {
  const agent = requireFound(selectAgent().get({ id }));
  return { agent, company: requireCompany(agent.company_id, caller) };
}

/** By email, the index's order. */
const selectAgents = query<[{ company_id: number }], Agent>(
  `SELECT ${AGENT_COLUMNS} FROM agents WHERE company_id = :company_id ORDER BY email`,
);

/** An agency's agents, by name. */
export function listAgentsOf(companyId: number): Agent[] {
  return selectAgents().all({ company_id: companyId }).sort(compareAgents);
}

/** An agency's agents, if the caller may manage it. Throws AppError `not_found`. */
export function listAgents(companyId: number, caller: SessionUser): Agent[] {
  return listAgentsOf(requireCompany(companyId, caller).id);
}

/** A coordinator's own agency, with its agents. Throws AppError `not_found` for other users. */
export function findOwnCompany(userId: string): OwnCompanyDetail {
  const company = requireFound(selectCompanyOfUser().get({ user_id: userId }));
  return { company, agents: listAgentsOf(company.id) };
}

/**
 * Adds an active agent; a repeated request adds no second one.
 * @throws {AppError} `not_found`; `conflict` at `email`; `plan_limit`; `already_made`.
 */
export function addAgent(
  companyId: number,
  input: CreateAgent,
  caller: SessionUser,
  actor: Actor,
  idempotency: Idempotency,
): Promise<Agent> {
  return inSharedTransaction(() => {
    const company = requireCompany(companyId, caller);
    const make = () => insertActiveAgent(company, input, actor);
    const find = (id: number) => requireAgent(id, caller).agent;
    return createOnce(idempotency, 'agent', { companyId, ...input }, { make, find });
  });
}

const insertAgent = query<[Pick<Agent, 'name' | 'email' | 'company_id'> & { created_at: string }], Agent>(
  `INSERT INTO agents (name, email, company_id, created_at) VALUES (:name, :email, :company_id, :created_at)
   RETURNING ${AGENT_COLUMNS}`,
);

function insertActiveAgent(company: Company, input: CreateAgent, actor: Actor): Agent {
  requireFreeEmail(company.id, input.email);
  requireFreeSeat(company);
  const created_at = new Date().toISOString();
  const agent = requireFound(insertAgent().get({ ...input, company_id: company.id, created_at }));
  recordAudit({ type: 'agent_added', ...entryOf(agent, actor), to: agent.name });
  return agent;
}

const updateAgent = query<[Omit<Agent, 'company_id'>], Agent>(
  `UPDATE agents SET name = :name, email = :email, status = :status WHERE id = :id RETURNING ${AGENT_COLUMNS}`,
);

/**
 * Changes the given fields and records each change. Reactivating an agent needs a free seat, as adding one does.
 * @throws {AppError} `not_found`; `conflict` at `email`; `plan_limit`.
 */
export function changeAgent(id: number, changes: UpdateAgent, caller: SessionUser, actor: Actor): Promise<Agent> {
  return inSharedTransaction(() => {
    const { agent: before, company } = requireAgent(id, caller);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const { company_id, ...fields } = { ...before, ...given };
    requireFreeEmail(company_id, fields.email, id);
    if (before.status !== 'active' && fields.status === 'active') requireFreeSeat(company);
    const after = requireFound(updateAgent().get(fields));
    recordChanges(before, after, actor);
    return after;
  });
}

const deleteAgentRow = query<[{ id: number }]>('DELETE FROM agents WHERE id = :id');

/** @throws {AppError} `not_found` */
export function deleteAgent(id: number, caller: SessionUser, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const { agent } = requireAgent(id, caller);
    deleteAgentRow().run({ id });
    recordAudit({ type: 'agent_deleted', ...entryOf(agent, actor), to: agent.name });
  });
}

/** Agents have no account: the audit knows them only by email. */
function entryOf({ email, company_id }: Agent, actor: Actor) {
  return { actor, companyId: company_id, subject: { id: null, email } };
}

const selectAgentByEmail = query<[{ company_id: number; email: string }], { id: number }>(
  'SELECT id FROM agents WHERE company_id = :company_id AND email = :email',
);

function requireFreeEmail(company_id: number, email: string, ownId?: number): void {
  const holder = selectAgentByEmail().get({ company_id, email });
  if (!holder || holder.id === ownId) return;
  throw errorAt('email', companyStrings.emailTaken, { code: 'conflict' });
}

const countActiveAgents = query<[{ company_id: number }], { count: number }>(
  "SELECT count(*) AS count FROM agents WHERE company_id = :company_id AND status = 'active'",
);

function requireFreeSeat(company: Company): void {
  const active = countActiveAgents().get({ company_id: company.id })?.count ?? 0;
  if (active >= agentLimit(company.plan)) throw new AppError('plan_limit');
}

function recordChanges(before: Agent, after: Agent, actor: Actor): void {
  const entry = entryOf(after, actor);
  if (before.name !== after.name) recordAudit({ ...entry, type: 'agent_renamed', from: before.name, to: after.name });
  if (before.email !== after.email)
    recordAudit({ ...entry, type: 'agent_email_changed', from: before.email, to: after.email });
  const type = after.status === 'active' ? 'agent_reactivated' : 'agent_suspended';
  if (before.status !== after.status) recordAudit({ ...entry, type, to: after.name });
}
