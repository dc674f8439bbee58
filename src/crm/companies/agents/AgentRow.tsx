import { ActionMenu } from '~/crm/ui/ActionMenu';
import { Badge } from '~/crm/ui/Badge';
import type { IconName } from '~/crm/ui/Icon';
import { Email } from '~/crm/ui/reading/Email';
import type { Agent } from '~/shared/companies/company';
import { companyStrings } from '~/shared/strings/companies';

const { agentMenu } = companyStrings;

export type AgentAction = 'edit' | 'toggle' | 'delete';

const choicesFor = ({ status }: Agent): { action: AgentAction; icon: IconName; label: string }[] => [
  { action: 'edit', icon: 'edit', label: agentMenu.edit },
  status === 'active'
    ? { action: 'toggle', icon: 'pause', label: agentMenu.suspend }
    : { action: 'toggle', icon: 'undo', label: agentMenu.reactivate },
  { action: 'delete', icon: 'trash', label: agentMenu.delete },
];

/** An agent in the list: name, email, status, and a menu of actions. */
export function AgentRow({ agent, onChoose }: { agent: Agent; onChoose: (action: AgentAction) => void }) {
  return (
    <li className="flex items-center gap-1 py-2.5 sm:gap-3">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5 sm:grid sm:grid-cols-[minmax(0,1fr)_auto]">
        <p className="min-w-28 flex-1 font-medium wrap-anywhere">{agent.name}</p>
        <p className="order-last basis-full text-sm text-ink-soft wrap-anywhere sm:row-start-2">
          <Email address={agent.email} />
        </p>
        <div className="sm:col-start-2 sm:row-span-2 sm:row-start-1">
          <Badge tone={agent.status === 'active' ? 'success' : 'muted'}>
            {companyStrings.agentStatuses[agent.status]}
          </Badge>
        </div>
      </div>
      <ActionMenu
        name={companyStrings.agentActions(agent.name)}
        actions={choicesFor(agent)}
        onChoose={({ action }) => onChoose(action)}
      />
    </li>
  );
}
