import type { Company } from '~/shared/companies/company';
import { companyStrings } from '~/shared/strings/companies';
import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { deleteBatch, query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { removeInSlices } from '../database/slices';
import { lookUpFollowing, lookUpLead, recordCompanyEvent } from '../leads/leads';
import { TRASH_DAYS } from '../leads/trash';
import { COMPANY_COLUMNS, findCompany, selectLeadOfCompany } from './companies';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What keeps an agency from being deleted. */
type Obstacles = { coordinator: 0 | 1; agents: number; history: 0 | 1 };

/** History: it once had people, or another plan. Corrections of name, country and status do not count. */
const selectObstacles = query<[{ id: number }], Obstacles>(
  `SELECT EXISTS (SELECT 1 FROM profiles WHERE company_id = companies.id) AS coordinator,
     (SELECT count(*) FROM agents WHERE company_id = companies.id) AS agents,
     plan <> 'FREE' OR EXISTS (
       SELECT 1 FROM audit_events
       WHERE company_id = companies.id AND type IN ('coordinator_created', 'agent_added', 'plan_changed')
     ) AS history
   FROM companies WHERE id = :id`,
);

/** Frees its lead to become another agency. */
const hideCompany = query<[{ id: number; deleted_at: string }]>(
  'UPDATE companies SET deleted_at = :deleted_at, former_lead_id = lead_id, lead_id = NULL WHERE id = :id',
);

/**
 * Deletes an agency made by mistake: without coordinator or agents, now or ever, and always on the first plan. It can
 * be restored for 30 days. Its lead may become another agency.
 * @throws {AppError} `not_found`; `company_in_use`, saying what is in the way.
 */
export function deleteCompany(id: number, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const { name } = findCompany(id);
    const obstacles = selectObstacles().get({ id });
    if (obstacles && (obstacles.coordinator || obstacles.agents || obstacles.history))
      throw new AppError('company_in_use', { message: companyStrings.inUse(name, obstacles) });
    const lead = lookUpLead(selectLeadOfCompany().get({ id })?.id ?? 0);
    const now = new Date().toISOString();
    hideCompany().run({ id, deleted_at: now });
    recordAudit({ type: 'company_deleted', actor, companyId: id, to: name });
    if (lead) recordCompanyEvent('company_deleted', lead, name, actor.id, now);
  });
}

const selectDeletedCompany = query<[{ id: number }], { former_lead_id: number | null }>(
  'SELECT former_lead_id FROM companies WHERE id = :id AND deleted_at IS NOT NULL',
);

const showCompany = query<[{ id: number; lead_id: number | null }], Company>(
  `UPDATE companies SET deleted_at = NULL, former_lead_id = NULL, lead_id = :lead_id
   WHERE id = :id RETURNING ${COMPANY_COLUMNS}`,
);

const selectCompanyOfLead = query<[{ lead_id: number }], Company>(
  `SELECT ${COMPANY_COLUMNS} FROM companies WHERE lead_id = :lead_id`,
);

/**
 * Restores a deleted agency with its lead, or with the lead its own was merged into.
 * @throws {AppError} `not_found` if no such agency was deleted; `lead_has_company` if its lead is another agency's now.
 */
export function restoreCompany(id: number, actor: Actor): Promise<Company> {
  return inSharedTransaction(() => {
    const { former_lead_id } = requireFound(selectDeletedCompany().get({ id }));
    const lead = former_lead_id === null ? null : lookUpFollowing(former_lead_id);
    const lead_id = lead?.id ?? former_lead_id;
    const other = lead_id === null ? undefined : selectCompanyOfLead().get({ lead_id });
    if (other) throw new AppError('lead_has_company', { message: companyStrings.leadHasCompany(other) });
    const company = requireFound(showCompany().get({ id, lead_id }));
    recordAudit({ type: 'company_restored', actor, companyId: id, to: company.name });
    if (lead) recordCompanyEvent('company_restored', lead, company.name, actor.id, new Date().toISOString());
    return company;
  });
}

const deleteCompaniesBefore = deleteBatch<{ before: string }>(
  'companies',
  'id',
  'deleted_at < :before AND deleted_at IS NOT NULL',
);

/** Purges agencies deleted over 30 days ago; returns how many. */
export function removeDeletedCompanies(): Promise<number> {
  const before = new Date(Date.now() - TRASH_DAYS * DAY_MS).toISOString();
  return removeInSlices(deleteCompaniesBefore, { before });
}
