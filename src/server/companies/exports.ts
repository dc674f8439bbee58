import { companyExportStrings, companyStrings } from '~/shared/strings/companies';
import { type Actor, recordAudit } from '../audit/audit';
import { csvResponse } from '../csv-writer';
import { inSharedTransaction } from '../database/group-commit';
import { type ExportedAgent, selectAgentsToExport } from './agent-queries';
import { type ExportedCompany, selectCompaniesToExport } from './company-queries';

/** A slice takes about 1 ms, so dozens of exports at once delay nobody. */
const SLICE = 200;

const { companyColumns, agentColumns, fileNames } = companyExportStrings;

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
