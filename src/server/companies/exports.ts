import type { Agent, Company } from '~/shared/companies/company';
import { companyExportStrings, companyStrings } from '~/shared/strings/companies';
import { type Actor, recordAudit } from '../audit/audit';
import { csvResponse } from '../csv-writer';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';

/** A slice takes about 1 ms, so dozens of exports at once delay nobody. */
const SLICE = 200;

const { companyColumns, agentColumns, fileNames } = companyExportStrings;

type ExportedCompany = Company & {
  coordinator_name: string | null;
  coordinator_email: string | null;
  agents: number;
  active_agents: number;
};

/** A page of agencies by id, starting after the id `after`. */
const selectCompaniesToExport = query<[{ after: number; limit: number }], ExportedCompany>(
  `SELECT companies.id, companies.name, companies.country, companies.plan, companies.status, companies.created_at,
          profiles.name AS coordinator_name, users.email AS coordinator_email,
          (SELECT count(*) FROM agents WHERE company_id = companies.id) AS agents,
          (SELECT count(*) FROM agents WHERE company_id = companies.id AND status = 'active') AS active_agents
   FROM companies
   LEFT JOIN profiles ON profiles.company_id = companies.id
   LEFT JOIN users ON users.id = profiles.id
   WHERE companies.id > :after AND companies.deleted_at IS NULL ORDER BY companies.id LIMIT :limit`,
);

/** A spreadsheet of all agencies, each with its coordinator and its number of agents. */
export async function exportCompanies(actor: Actor): Promise<Response> {
  await inSharedTransaction(() => recordAudit({ type: 'companies_exported', actor }));
  return csvResponse<ExportedCompany>({
    fileName: dated(fileNames.companies),
    columns: {
      [companyColumns.id]: (row) => row.id,
      [companyColumns.name]: (row) => row.name,
      [companyColumns.country]: (row) => row.country,
      [companyColumns.plan]: (row) => row.plan,
      [companyColumns.status]: (row) => companyStrings.statuses[row.status],
      [companyColumns.created_at]: (row) => row.created_at,
      [companyColumns.coordinator_name]: (row) => row.coordinator_name,
      [companyColumns.coordinator_email]: (row) => row.coordinator_email,
      [companyColumns.agents]: (row) => row.agents,
      [companyColumns.active_agents]: (row) => row.active_agents,
    },
    readAfter: (last) => selectCompaniesToExport().all({ after: last?.id ?? 0, limit: SLICE }),
  });
}

type ExportedAgent = Agent & { company_name: string; created_at: string };

/** A page of agents by id, starting after the id `after`. */
const selectAgentsToExport = query<[{ after: number; limit: number }], ExportedAgent>(
  `SELECT agents.id, agents.name, agents.email, agents.status, agents.company_id, agents.created_at,
          companies.name AS company_name
   FROM agents JOIN companies ON companies.id = agents.company_id
   WHERE agents.id > :after ORDER BY agents.id LIMIT :limit`,
);

/** A spreadsheet of all agents of all agencies. */
export async function exportAgents(actor: Actor): Promise<Response> {
  await inSharedTransaction(() => recordAudit({ type: 'agents_exported', actor }));
  return csvResponse<ExportedAgent>({
    fileName: dated(fileNames.agents),
    columns: {
      [agentColumns.id]: (row) => row.id,
      [agentColumns.name]: (row) => row.name,
      [agentColumns.email]: (row) => row.email,
      [agentColumns.status]: (row) => companyStrings.agentStatuses[row.status],
      [agentColumns.created_at]: (row) => row.created_at,
      [agentColumns.company_id]: (row) => row.company_id,
      [agentColumns.company_name]: (row) => row.company_name,
    },
    readAfter: (last) => selectAgentsToExport().all({ after: last?.id ?? 0, limit: SLICE }),
  });
}

function dated(name: string): string {
  return `${name}-${new Date().toISOString().slice(0, 10)}`;
}
