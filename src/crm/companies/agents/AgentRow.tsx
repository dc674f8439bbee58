import { useState } from 'react';
import { Badge } from '~/crm/ui/Badge';
import { Button } from '~/crm/ui/Button';
import { Icon, type IconName } from '~/crm/ui/Icon';
import { Popover } from '~/crm/ui/Popover';
import { Email } from '~/crm/ui/reading/Email';
import type { Agent } from '~/shared/companies/company';
import { companyStrings } from '~/shared/strings/companies';

const { agentMenu } = companyStrings;

export type AgentAction = 'edit' | 'toggle' | 'delete';

/** An agent in the list: name, email, status, and a menu of actions. */
export function AgentRow({ agent, onChoose }: { agent: Agent; onChoose: (action: AgentAction) => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);

  function choose(action: AgentAction) {
    setAnchor(null);
    // The focus must be here before a dialog opens, because the dialog returns it to this place.
    anchor?.focus();
    onChoose(action);
  }

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
      <Button
        look="ghost"
        size="icon"
        aria-label={companyStrings.agentActions(agent.name)}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="more" className="size-5 stroke-3" />
      </Button>
      {anchor && (
        <Popover
          anchor={anchor}
          title={companyStrings.agentActions(agent.name)}
          onClose={() => setAnchor(null)}
        >
          <div className="grid gap-0.5">
            <MenuButton icon="edit" label={agentMenu.edit} onClick={() => choose('edit')} />
            <MenuButton
              icon={agent.status === 'active' ? 'pause' : 'undo'}
              label={agent.status === 'active' ? agentMenu.suspend : agentMenu.reactivate}
              onClick={() => choose('toggle')}
            />
            <MenuButton icon="trash" label={agentMenu.delete} onClick={() => choose('delete')} />
          </div>
        </Popover>
      )}
    </li>
  );
}

function MenuButton({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-9 min-w-44 items-center gap-2.5 rounded-lg px-2.5 text-left hover:bg-petrol-haze focus-visible:bg-petrol-haze pointer-coarse:min-h-11"
    >
      <Icon name={icon} className="size-4.5 text-ink-soft" />
      {label}
    </button>
  );
}
