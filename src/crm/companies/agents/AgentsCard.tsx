import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '~/crm/ui/Button';
import { InputField } from '~/crm/ui/forms/Field';
import { Icon } from '~/crm/ui/Icon';
import { useQuestion } from '~/crm/ui/useQuestion';
import type { Agent, Company } from '~/shared/companies/company';
import { agentLimit } from '~/shared/companies/enums';
import { foldText } from '~/shared/leads/search';
import { companyStrings } from '~/shared/strings/companies';
import { questions } from '~/shared/strings/questions';
import { Card } from '../Card';
import { AgentDialog } from './AgentDialog';
import { type AgentAction, AgentRow } from './AgentRow';
import { AgentSeats } from './AgentSeats';
import { useAgents } from './useAgents';

/** A list up to this length needs no search box. */
const FEW = 10;

/** The open form; without an agent, for a new one. */
type Open = { agent?: Agent };

/** 'Agentes (n)': the agency's agents, for administrators and for its coordinator. */
export function AgentsCard({
  company,
  agents: initial,
  isOwn = false,
  more,
}: {
  company: Company;
  agents: Agent[];
  /** Whether its coordinator is looking, whose task here is to add the first agent. */
  isOwn?: boolean;
  /** Shown when the plan is full. */
  more?: ReactNode;
}) {
  const { agents, show, toggle, remove } = useAgents(company.id, initial);
  const [open, setOpen] = useState<Open | null>(null);
  const { ask, dialog } = useQuestion();
  const [search, setSearch] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const limitId = useId();
  const active = agents.filter(({ status }) => status === 'active').length;
  const room = agentLimit(company.plan) - active;
  const isFull = room <= 0;
  const shown = agents.filter(({ name, email }) => foldText(`${name} ${email}`).includes(foldText(search)));
  const close = () => setOpen(null);

  function choose(action: AgentAction, agent: Agent) {
    if (action === 'toggle') void toggle(agent);
    else if (action === 'edit') setOpen({ agent });
    else
      ask(
        questions.deleteAgent(agent.name),
        () => remove(agent),
        () => heading.current?.focus(),
      );
  }

  return (
    <Card
      title={companyStrings.agents(agents.length)}
      headingRef={heading}
      tools={
        <Button
          size="small"
          {...(isOwn && agents.length === 0 && { look: 'primary' })}
          // Not `disabled`: the form closing after the last seat would return the focus nowhere.
          aria-disabled={isFull || undefined}
          aria-describedby={isFull ? limitId : undefined}
          onClick={() => !isFull && setOpen({})}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
        >
          <Icon name="plus" className="size-4" />
          {companyStrings.addAgent}
        </Button>
      }
    >
      <AgentSeats plan={company.plan} active={active} id={limitId} more={more} />
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
        <div role="status" className="grid gap-1 py-5 text-center text-ink-soft">
          <p>{agents.length === 0 ? companyStrings.noAgents : companyStrings.agentsNotFound}</p>
          {agents.length === 0 && <p className="text-sm">{companyStrings.whoAreAgents}</p>}
        </div>
      ) : (
        <ul aria-label={companyStrings.agentsLabel} className="divide-y divide-sand-line/70">
          {shown.map((agent) => (
            <AgentRow key={agent.id} agent={agent} onChoose={(action) => choose(action, agent)} />
          ))}
        </ul>
      )}
      {open && (
        <AgentDialog companyId={company.id} agent={open.agent} room={room} onSaved={show} onClose={close} />
      )}
      {dialog}
    </Card>
  );
}
