import { type ReactNode, useId, useRef, useState } from 'react';
import { callApi, del } from '~/crm/api-client';
import { ActionMenu } from '~/crm/ui/ActionMenu';
import { Badge } from '~/crm/ui/Badge';
import { Button } from '~/crm/ui/Button';
import { InputField } from '~/crm/ui/forms/Field';
import { Icon, type IconName } from '~/crm/ui/Icon';
import { Email } from '~/crm/ui/reading/Email';
import { attempt } from '~/crm/ui/run-with-toast';
import { useConfirm } from '~/crm/ui/useConfirm';
import type { Agent, Company } from '~/shared/companies/company';
import { agentLimit, compareAgents, type Plan } from '~/shared/companies/enums';
import { foldText } from '~/shared/leads/search';
import { companyStrings } from '~/shared/strings/companies';
import { questions } from '~/shared/strings/confirmations';
import { Card } from '../Card';
import { changeAgent } from '../company-api';
import { AgentDialog } from './AgentDialog';

const { agentMenu, toasts } = companyStrings;
/** A list up to this length needs no search box. */
const MAX_WITHOUT_SEARCH = 10;

/** How a page's agents change. */
type ChangeAgents = (next: (known: Agent[]) => Agent[]) => void;

/** The open form; without an agent, for a new one. */
type Open = { agent?: Agent };

type Props = {
  company: Company;
  agents: Agent[];
  onChange: ChangeAgents;
  /** Whether its coordinator is looking, whose task here is to add the first agent. */
  isOwn?: boolean;
  /** Shown when the plan is full. */
  more?: ReactNode;
};

/** 'Agentes (n)': the agency's agents, for administrators and for its coordinator. */
export function AgentsCard({ company, agents, onChange, isOwn = false, more }: Props) {
  const { show, toggle, remove } = useAgents(company.id, onChange);
  const [open, setOpen] = useState<Open | null>(null);
  const { ask, dialog } = useConfirm();
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
      {agents.length > MAX_WITHOUT_SEARCH && (
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
      {open && <AgentDialog companyId={company.id} agent={open.agent} room={room} onSaved={show} onClose={close} />}
      {dialog}
    </Card>
  );
}

type AgentAction = 'edit' | 'toggle' | 'delete';

const choicesFor = ({ status }: Agent): { action: AgentAction; icon: IconName; label: string }[] => [
  { action: 'edit', icon: 'edit', label: agentMenu.edit },
  status === 'active'
    ? { action: 'toggle', icon: 'pause', label: agentMenu.suspend }
    : { action: 'toggle', icon: 'undo', label: agentMenu.reactivate },
  { action: 'delete', icon: 'trash', label: agentMenu.delete },
];

/** An agent in the list: name, email, status, and a menu of actions. */
function AgentRow({ agent, onChoose }: { agent: Agent; onChoose: (action: AgentAction) => void }) {
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

type AgentSeatsProps = {
  plan: Plan;
  active: number;
  id: string;
  /** Shown when none is left. */
  more?: ReactNode;
};

/** Seats used of the plan, and what to do when none is left. Nothing for a plan without a limit. */
function AgentSeats({ plan, active, id, more }: AgentSeatsProps) {
  const limit = agentLimit(plan);
  if (!Number.isFinite(limit)) return null;
  return (
    <div className="mb-3">
      <p className="text-sm text-ink-soft tabular-nums">{companyStrings.seats(active, limit)}</p>
      <div aria-hidden="true" className="mt-1.5 flex gap-1">
        {Array.from({ length: limit }, (_, seat) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: seats are told apart by nothing but their place
            key={seat}
            className={`h-1.5 flex-1 rounded-full forced-colors:border ${seatColour(seat < active, active >= limit)}`}
          />
        ))}
      </div>
      {active >= limit && (
        <p id={id} className="mt-3 flex gap-2 rounded-lg bg-honey-mist px-3 py-2 text-sm text-honey-dark">
          <Icon name="warning" className="mt-0.5 size-4" />
          <span>
            {active > limit ? companyStrings.limitExceeded(active, limit) : companyStrings.limitReached(limit)} {more}
          </span>
        </p>
      )}
    </div>
  );
}

function seatColour(taken: boolean, full: boolean): string {
  if (!taken) return 'bg-sand-deep';
  return `forced-color-adjust-none forced-colors:bg-[CanvasText] ${full ? 'bg-honey' : 'bg-petrol'}`;
}

/** The actions on an agency's agents. A refusal re-reads the list: somebody else may have changed it. */
function useAgents(companyId: number, change: ChangeAgents) {
  /** Upserts an agent as the server returned it. */
  function show(agent: Agent) {
    change((known) => [...known.filter(({ id }) => id !== agent.id), agent].sort(compareAgents));
  }

  async function act(...[run, outcome]: Parameters<typeof attempt>) {
    if (await attempt(run, outcome)) return;
    // The first failure has been shown already.
    const found = await callApi<{ agents: Agent[] }>(`/api/companies/${companyId}/agents`).catch(() => null);
    if (found) change(() => found.agents);
  }

  const toggle = (agent: Agent): Promise<void> => {
    const status = agent.status === 'active' ? 'suspended' : 'active';
    return act(async () => show(await changeAgent(agent.id, { status })), {
      done: status === 'active' ? toasts.agentReactivated : toasts.agentSuspended,
      failed: toasts.agentStatusFailed,
      undo: () => void toggle({ ...agent, status }),
    });
  };

  const remove = ({ id: gone }: Agent) =>
    act(
      async () => {
        await del(`/api/agents/${gone}`);
        change((known) => known.filter(({ id }) => id !== gone));
      },
      { done: toasts.agentDeleted, failed: toasts.agentDeleteFailed },
    );

  return { show, toggle, remove };
}
