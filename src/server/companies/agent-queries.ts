import type { Agent } from '~/shared/companies/company';
import { query } from '../database/connection';

const AGENT_COLUMNS = 'id, name, email, status, company_id';

/** By email, the index's order. */
export const selectAgents = query<[{ company_id: number }], Agent>(
  `SELECT ${AGENT_COLUMNS} FROM agents WHERE company_id = :company_id ORDER BY email`,
);

export const selectAgent = query<[{ id: number }], Agent>(`SELECT ${AGENT_COLUMNS} FROM agents WHERE id = :id`);

export const selectAgentByEmail = query<[{ company_id: number; email: string }], { id: number }>(
  'SELECT id FROM agents WHERE company_id = :company_id AND email = :email',
);

export const countActiveAgents = query<[{ company_id: number }], { count: number }>(
  "SELECT count(*) AS count FROM agents WHERE company_id = :company_id AND status = 'active'",
);

type NewAgent = Pick<Agent, 'name' | 'email' | 'company_id'> & { created_at: string };

export const insertAgent = query<[NewAgent], Agent>(
  `INSERT INTO agents (name, email, company_id, created_at) VALUES (:name, :email, :company_id, :created_at)
   RETURNING ${AGENT_COLUMNS}`,
);

export const updateAgent = query<[Omit<Agent, 'company_id'>], Agent>(
  `UPDATE agents SET name = :name, email = :email, status = :status WHERE id = :id RETURNING ${AGENT_COLUMNS}`,
);

export const deleteAgentRow = query<[{ id: number }]>('DELETE FROM agents WHERE id = :id');

export type ExportedAgent = Agent & { company_name: string; created_at: string };

/** A page of agents by id, starting after the id `after`. */
export const selectAgentsToExport = query<[{ after: number; limit: number }], ExportedAgent>(
  `SELECT agents.id, agents.name, agents.email, agents.status, agents.company_id, agents.created_at,
          companies.name AS company_name
   FROM agents JOIN companies ON companies.id = agents.company_id
   WHERE agents.id > :after ORDER BY agents.id LIMIT :limit`,
);
