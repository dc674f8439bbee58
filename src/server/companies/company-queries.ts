import type { Company, LeadOfCompany, ListedCompany } from '~/shared/companies/company';
import type { ListCursor } from '~/shared/paging';
import { deleteBatch, query } from '../database/connection';

const COMPANY_COLUMNS = 'id, name, country, plan, status, created_at';

type NewCompany = Pick<Company, 'name' | 'country' | 'created_at'> & { lead_id: number | null };

export const insertCompany = query<[NewCompany], Company>(
  `INSERT INTO companies (name, country, lead_id, created_at) VALUES (:name, :country, :lead_id, :created_at)
   RETURNING ${COMPANY_COLUMNS}`,
);

export const selectCompany = query<[{ id: number }], Company>(
  `SELECT ${COMPANY_COLUMNS} FROM companies WHERE id = :id AND deleted_at IS NULL`,
);

/** The lead an agency came from, unless it is in the trash. */
export const selectLeadOfCompany = query<[{ id: number }], LeadOfCompany>(
  `SELECT leads.id, leads.nombre, leads.email FROM companies JOIN leads ON leads.id = companies.lead_id
   WHERE companies.id = :id AND leads.deleted_at IS NULL`,
);

/** The agency a user coordinates. */
export const selectCompanyOfUser = query<[{ user_id: string }], Company>(
  `SELECT companies.id, companies.name, companies.country, companies.plan, companies.status, companies.created_at
   FROM profiles JOIN companies ON companies.id = profiles.company_id
   WHERE profiles.id = :user_id`,
);

export const updateCompany = query<[Omit<Company, 'created_at'>], Company>(
  `UPDATE companies SET name = :name, country = :country, plan = :plan, status = :status
   WHERE id = :id RETURNING ${COMPANY_COLUMNS}`,
);

/** What keeps an agency from being deleted. */
type Obstacles = { coordinator: 0 | 1; agents: number; history: 0 | 1 };

/** History: it once had people, or another plan. Corrections of name, country and status do not count. */
export const selectObstacles = query<[{ id: number }], Obstacles>(
  `SELECT EXISTS (SELECT 1 FROM profiles WHERE company_id = companies.id) AS coordinator,
     (SELECT count(*) FROM agents WHERE company_id = companies.id) AS agents,
     plan <> 'FREE' OR EXISTS (
       SELECT 1 FROM audit_events
       WHERE company_id = companies.id AND type IN ('coordinator_created', 'agent_added', 'plan_changed')
     ) AS history
   FROM companies WHERE id = :id`,
);

/** Frees its lead to become another agency. */
export const hideCompany = query<[{ id: number; deleted_at: string }]>(
  'UPDATE companies SET deleted_at = :deleted_at, former_lead_id = lead_id, lead_id = NULL WHERE id = :id',
);

export const selectDeletedCompany = query<[{ id: number }], { former_lead_id: number | null }>(
  'SELECT former_lead_id FROM companies WHERE id = :id AND deleted_at IS NOT NULL',
);

export const showCompany = query<[{ id: number; lead_id: number | null }], Company>(
  `UPDATE companies SET deleted_at = NULL, former_lead_id = NULL, lead_id = :lead_id
   WHERE id = :id RETURNING ${COMPANY_COLUMNS}`,
);

export const selectCompanyOfLead = query<[{ lead_id: number }], Company>(
  `SELECT ${COMPANY_COLUMNS} FROM companies WHERE lead_id = :lead_id`,
);

export const deleteCompaniesBefore = deleteBatch<{ before: string }>(
  'companies',
  'id',
  'deleted_at < :before AND deleted_at IS NOT NULL',
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
export function selectCompanies(
  words: string | undefined,
  after: ListCursor | undefined,
  limit: number,
): ListedCompany[] {
  const statement = listQueries[words ? 'matching' : 'all'][after ? 'rest' : 'start'];
  return statement().all({ ...(words && { words }), ...after, limit });
}

/** Agencies whose name begins with these words (FTS5 tokens), oldest first. */
export const selectNamed = query<[{ words: string }], Pick<Company, 'id' | 'name' | 'country'>>(
  `SELECT companies.id, companies.name, companies.country FROM company_words JOIN companies ON companies.id = company_words.rowid
   WHERE company_words MATCH :words AND companies.deleted_at IS NULL ORDER BY company_words.rowid`,
);

export type ExportedCompany = Company & {
  coordinator_name: string | null;
  coordinator_email: string | null;
  agents: number;
  active_agents: number;
};

/** A page of agencies by id, starting after the id `after`. */
export const selectCompaniesToExport = query<[{ after: number; limit: number }], ExportedCompany>(
  `SELECT companies.id, companies.name, companies.country, companies.plan, companies.status, companies.created_at,
          profiles.name AS coordinator_name, users.email AS coordinator_email,
          (SELECT count(*) FROM agents WHERE company_id = companies.id) AS agents,
          (SELECT count(*) FROM agents WHERE company_id = companies.id AND status = 'active') AS active_agents
   FROM companies
   LEFT JOIN profiles ON profiles.company_id = companies.id
   LEFT JOIN users ON users.id = profiles.id
   WHERE companies.id > :after AND companies.deleted_at IS NULL ORDER BY companies.id LIMIT :limit`,
);
