import type { Agent } from '~/shared/companies/company';
import { companyStrings } from '~/shared/strings/companies';
import { Badge } from '../ui/Badge';
import { Table, TableCell, TableRow } from '../ui/Table';

const COLUMNS = Object.entries(companyStrings.agentColumns)
  .filter(([key]) => key !== 'actions')
  .map(([key, title]) => ({ key, title }));

/** An agency's agents: name, email and status. */
export function AgentTable({ agents }: { agents: Agent[] }) {
  if (agents.length === 0) return <p className="text-ink-soft">{companyStrings.noAgents}</p>;
  return (
    <Table label={companyStrings.agentsLabel} columns={COLUMNS}>
      {agents.map((agent) => (
        <TableRow key={agent.id}>
          <TableCell className="order-1 font-medium wrap-anywhere">{agent.name}</TableCell>
          <TableCell className="order-3 col-span-2 text-ink-soft wrap-anywhere">{agent.email}</TableCell>
          <TableCell className="order-2">
            <Badge tone={agent.status === 'active' ? 'success' : 'muted'}>
              {companyStrings.agentStatuses[agent.status]}
            </Badge>
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}
