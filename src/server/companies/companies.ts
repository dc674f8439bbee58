import type { Company, CompanyPage, CreatedCompany, LeadOfCompany, ListedCompany } from '~/shared/companies/company';
import type { CompanyListQuery, CreateCompany, UpdateCompany } from '~/shared/companies/schema';
import type { Lead } from '~/shared/leads/lead';
import { foldedWords } from '~/shared/leads/search';
import { encodeCursor, type ListCursor } from '~/shared/paging';
import { companyStrings } from '~/shared/strings/companies';
import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import {
  endCoordinatorAccess,
  findCoordinator,
  hasPassword,
  isLinkSent,
  makeCoordinator,
  prepareCoordinator,
} from '../coordinators/coordinators';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { decodeCursor, ROWS_TO_READ, toPage } from '../database/paging';
import { createOnce, type Idempotency } from '../idempotency/idempotency';
import { findLead, recordCompanyEvent } from '../leads/leads';
import { findLastMail } from '../outbox/lines';

export const COMPANY_COLUMNS = 'id, name, country, plan, status, created_at';

/** The lead an agency came from, unless it is in the trash. */
export const selectLeadOfCompany = query<[{ id: number }], LeadOfCompany>(
  `SELECT leads.id, leads.nombre, leads.email FROM companies JOIN leads ON leads.id = companies.lead_id
   WHERE companies.id = :id AND leads.deleted_at IS NULL`,
);

/** The list's extra columns; each is an index lookup, for the page's rows only. */
const LISTED = `${COMPANY_COLUMNS},
  (SELECT name FROM profiles WHERE company_id = companies.id) AS coordinator_name,
  (SELECT count(*) FROM agents WHERE company_id = companies.id AND status = 'active') AS active_agents,
  coalesce((SELECT created_at FROM audit_events WHERE company_id = companies.id ORDER BY id DESC LIMIT 1),
           created_at) AS changed_at`;

/** One statement per form of the list. '+id' makes SQLite walk its index instead of sorting a search's matches. */
function listQuery(searches: boolean, continues: boolean) {
  const conditions = [
    'deleted_at IS NULL',
    ...(searches ? ['+id IN (SELECT rowid FROM company_words WHERE company_words MATCH :words)'] : []),
    ...(continues ? ['(created_at, id) < (:created_at, :id)'] : []),
  ];
  return query<[Record<string, unknown>], ListedCompany>(
    `SELECT ${LISTED} FROM companies WHERE ${conditions.join(' AND ')}
     ORDER BY created_at DESC, id DESC LIMIT :limit`,
  );
}

const listQueries = {
  all: { start: listQuery(false, false), rest: listQuery(false, true) },
  matching: { start: listQuery(true, false), rest: listQuery(true, true) },
};

/** Newest first, at most `limit`: the agencies that match the search (FTS5 syntax) after the cursor. */
function selectCompanies(words: string | undefined, after: ListCursor | undefined, limit: number): ListedCompany[] {
  const statement = listQueries[words ? 'matching' : 'all'][after ? 'rest' : 'start'];
  return statement().all({ ...(words && { words }), ...after, limit });
}

/** The newest agencies, 50 at a time. `q`: every word must begin a word of the name or country. */
export function listCompanies({ q = '', cursor }: CompanyListQuery = {}): CompanyPage {
  const terms = foldedWords(q);
  if (q.trim() !== '' && terms.length === 0) return { companies: [], next_cursor: null };
  const words = terms.map((term) => `"${term}" *`).join(' AND ');
  const found = selectCompanies(words || undefined, cursor ? decodeCursor(cursor) : undefined, ROWS_TO_READ);
  const { rows, next_cursor } = toPage(found, encodeCursor);
  return { companies: rows, next_cursor };
}

const selectCompany = query<[{ id: number }], Company>(
  `SELECT ${COMPANY_COLUMNS} FROM companies WHERE id = :id AND deleted_at IS NULL`,
);

/** @throws {AppError} `not_found` */
export function findCompany(id: number): Company {
  return requireFound(selectCompany().get({ id }));
}

type NewCompany = Pick<Company, 'name' | 'country' | 'created_at'> & { lead_id: number | null };

const insertCompany = query<[NewCompany], Company>(
  `INSERT INTO companies (name, country, lead_id, created_at) VALUES (:name, :country, :lead_id, :created_at)
   RETURNING ${COMPANY_COLUMNS}`,
);

/**
 * Makes an agency, active and FREE, with its coordinator if given: both or neither; once per request. `confirm: false`
 * refuses a name an agency already has. With a won lead, missing fields come from the lead.
 * @throws {AppError} `already_made`; `name_exists`; `not_found`, `lead_not_won`, `lead_has_company`; what
 * `createCoordinator` throws, at the coordinator's fields.
 */
export async function createCompany(
  { confirm, coordinator, ...input }: CreateCompany,
  actor: Actor,
  idempotency: Idempotency,
): Promise<CreatedCompany> {
  const prepared = coordinator && (await prefixErrors('coordinator', () => prepareCoordinator(coordinator)));
  let linkMessageId: string | null = null;
  let isRepeated = true;
  function make(): Company {
    isRepeated = false;
    const lead = input.lead_id === undefined ? null : requireWonLead(input.lead_id);
    const name = input.name ?? lead?.empresa ?? lead?.nombre;
    if (name === undefined) throw new Error('the schema lets no agency through without a name');
    if (confirm === false) refuseDuplicateName(name);
    const created_at = new Date().toISOString();
    const country = input.country ?? lead?.pais ?? null;
    const company = requireFound(insertCompany().get({ name, country, lead_id: lead?.id ?? null, created_at }));
    recordAudit({ type: 'company_created', actor, companyId: company.id, to: company.name });
    if (lead) recordCompanyEvent('company_made', lead, company.name, actor.id, created_at);
    if (prepared) linkMessageId = makeCoordinator(prepared, company.id, actor).linkMessageId;
    return company;
  }
  // Without the password: this quick hash is stored, and would give it away.
  const described = { ...input, coordinator: coordinator && { ...coordinator, password: undefined } };
  const company = await prefixErrors('coordinator', () =>
    inSharedTransaction(() => createOnce(idempotency, 'company', described, { make, find: findCompany })),
  );
  const made = coordinator && findCoordinator(company.id);
  if (!made) return { company };
  const { id, name, email } = made;
  if (isRepeated && !(await hasPassword(id, coordinator.password))) throw new AppError('already_made');
  // A repeated request reports what became of the link since.
  const wasSent = coordinator.provisionInCRM && findLastMail(made)?.state === 'sent';
  const magicLinkSent = wasSent || (await isLinkSent(linkMessageId));
  return { company, coordinator: { id, name, email }, magicLinkSent };
}

/** Prefixes field errors with the part of the input that `work` handles. */
async function prefixErrors<T>(part: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const { code, message } = error;
    const fields = Object.entries(error.fields).map(([name, text]) => [`${part}.${name}`, text]);
    throw new AppError(code, { message, fields: Object.fromEntries(fields) });
  }
}

/** A lead that may become an agency: won, and without one. */
function requireWonLead(id: number): Lead {
  const lead = findLead(id);
  if (lead.company_id !== null) {
    const company = findCompany(lead.company_id);
    throw new AppError('lead_has_company', {
      message: companyStrings.leadHasCompany(company),
      company: { id: company.id, name: company.name, country: company.country },
    });
  }
  if (lead.estado !== 'ganado') throw new AppError('lead_not_won');
  return lead;
}

/** Agencies whose name begins with these words (FTS5 tokens), oldest first. */
const selectNamed = query<[{ words: string }], Pick<Company, 'id' | 'name' | 'country'>>(
  `SELECT companies.id, companies.name, companies.country FROM company_words JOIN companies ON companies.id = company_words.rowid
   WHERE company_words MATCH :words AND companies.deleted_at IS NULL ORDER BY company_words.rowid`,
);

/** Names match whatever their case, accents and punctuation. */
function refuseDuplicateName(name: string): void {
  const words = foldedWords(name).join(' ');
  if (words === '') return;
  const named = selectNamed().all({ words: `name : ^ "${words}"` });
  const double = named.find((company) => foldedWords(company.name).join(' ') === words);
  if (double) throw new AppError('name_exists', { message: companyStrings.nameExists(double), company: double });
}

const updateCompany = query<[Omit<Company, 'created_at'>], Company>(
  `UPDATE companies SET name = :name, country = :country, plan = :plan, status = :status
   WHERE id = :id RETURNING ${COMPANY_COLUMNS}`,
);

/**
 * Changes the given fields and records each change. When an agency becomes inactive, its coordinator's sessions end.
 * Going back to FREE keeps all agents: the limit applies only to adding one.
 * @throws {AppError} `not_found`
 */
export function changeCompany(id: number, changes: UpdateCompany, actor: Actor): Promise<Company> {
  return inSharedTransaction(() => {
    const before = findCompany(id);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const { created_at, ...fields } = { ...before, ...given };
    const after = requireFound(updateCompany().get(fields));
    if (before.status === 'active' && after.status === 'inactive') endCoordinatorAccess(id);
    recordChanges(before, after, actor);
    return after;
  });
}

function recordChanges(before: Company, after: Company, actor: Actor): void {
  const entry = { actor, companyId: after.id };
  const types = { name: 'company_renamed', country: 'company_moved', plan: 'plan_changed' } as const;
  for (const field of ['name', 'country', 'plan'] as const) {
    const [from, to] = [before[field], after[field]];
    if (from !== to) recordAudit({ ...entry, type: types[field], from, to });
  }
  if (before.status === after.status) return;
  recordAudit({ ...entry, type: after.status === 'active' ? 'company_activated' : 'company_deactivated' });
}
