import { useId, useRef, useState } from 'react';
import { Button } from '~/crm/ui/Button';
import { ConfirmDialog } from '~/crm/ui/Dialog';
import { InputField } from '~/crm/ui/forms/Field';
import { Icon } from '~/crm/ui/Icon';
import { type Agent, agentLimit, type Company } from '~/shared/companies/company';
import { foldText } from '~/shared/leads/search';
import { companyStrings } from '~/shared/strings/companies';
import { Card } from '../Card';
import { AgentDialog } from './AgentDialog';
import { AgentRow } from './AgentRow';
import { AgentSeats } from './AgentSeats';
import { useAgents } from './useAgents';

/** A list up to this length needs no search box. */
const FEW = 10;

type Open = { dialog: 'add' } | { dialog: 'edit' | 'delete'; agent: Agent };

/** 'Agentes (n)': the agency's agents, for administrators and for its coordinator. */
export function AgentsCard({ company, agents: initial }: { company: Company; agents: Agent[] }) {
  const { agents, show, toggle, remove } = useAgents(company.id, initial);
  const [open, setOpen] = useState<Open | null>(null);
  const [deleting, setDeleting] = useState(false);
  const [search, setSearch] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const limitId = useId();
  const active = agents.filter(({ status }) => status === 'active').length;
  const isFull = active >= agentLimit(company.plan);
  const shown = agents.filter(({ name, email }) => foldText(`${name} ${email}`).includes(foldText(search)));
  const close = () => setOpen(null);

  async function confirmRemoval(agent: Agent) {
    setDeleting(true);
    await remove(agent);
    setDeleting(false);
    close();
    heading.current?.focus();
  }

  return (
    <Card
      title={companyStrings.agents(agents.length)}
      headingRef={heading}
      tools={
        <Button
          size="small"
          disabled={isFull}
          aria-describedby={isFull ? limitId : undefined}
          onClick={() => setOpen({ dialog: 'add' })}
        >
          <Icon name="plus" className="size-4" />
          {companyStrings.addAgent}
        </Button>
      }
    >
      <AgentSeats plan={company.plan} active={active} id={limitId} />
      {agents.length > FEW && (
        <InputField
          label={companyStrings.agentFilter}
          hideLabel
          type="search"
          placeholder={companyStrings.agentFilter}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {shown.length === 0 ? (
        <p role="status" className="py-6 text-center text-ink-soft">
          {agents.length === 0 ? companyStrings.noAgents : companyStrings.agentsNotFound}
        </p>
      ) : (
        <ul aria-label={companyStrings.agentsLabel} className="divide-y divide-sand-line/70">
          {shown.map((agent) => (
            <AgentRow
              key={agent.id}
              agent={agent}
              onChoose={(action) =>
                action === 'toggle' ? void toggle(agent) : setOpen({ dialog: action, agent })
              }
            />
          ))}
        </ul>
      )}
      {open?.dialog === 'add' && <AgentDialog companyId={company.id} onSaved={show} onClose={close} />}
      {open?.dialog === 'edit' && (
        <AgentDialog companyId={company.id} agent={open.agent} onSaved={show} onClose={close} />
      )}
      {open?.dialog === 'delete' && (
        <ConfirmDialog
          title={companyStrings.deleteAgentTitle(open.agent.name)}
          text={companyStrings.deleteAgentText}
          confirmLabel={companyStrings.agentMenu.delete}
          busyLabel={deleting && companyStrings.deleting}
          onConfirm={() => void confirmRemoval(open.agent)}
          onClose={close}
        />
      )}
    </Card>
  );
}
