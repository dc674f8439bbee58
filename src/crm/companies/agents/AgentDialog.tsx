import { useState } from 'react';
import { post } from '~/crm/api-client';
import { FormDialog } from '~/crm/ui/Dialog';
import { useDraftForm } from '~/crm/ui/forms/useForm';
import { showToast } from '~/crm/ui/toasts/toasts';
import type { Agent } from '~/shared/companies/company';
import { createAgentSchema } from '~/shared/companies/schema';
import { companyStrings } from '~/shared/strings/companies';
import { changeAgent } from '../company-api';
import { PersonFields } from '../PersonFields';

const { agentFields, toasts } = companyStrings;

type Props = {
  companyId: number;
  agent?: Agent | undefined;
  /** Seats left. */
  room: number;
  onSaved: (agent: Agent) => void;
  onClose: () => void;
};

/** Adds agents one after another while seats last, or edits the given one. */
export function AgentDialog({ companyId, agent, room, onSaved, onClose }: Props) {
  const [added, setAdded] = useState<Agent | null>(null);
  const form = useDraftForm(
    agent ? `agent:${agent.id}` : `company:${companyId}:agent`,
    createAgentSchema,
    async (input, key) => {
      if (agent) {
        onSaved(await changeAgent(agent.id, input));
        showToast({ tone: 'success', text: toasts.agentSaved });
        return onClose();
      }
      const { agent: made } = await post<{ agent: Agent }>(`/api/companies/${companyId}/agents`, input, { key });
      onSaved(made);
      showToast({ tone: 'success', text: toasts.agentAdded, detail: made.name });
      if (room <= 1) return onClose();
      setAdded(made);
      form.settle();
    },
    {
      fallback: toasts.agentSaveFailed,
      original: agent ? { name: agent.name, email: agent.email } : {},
    },
  );

  return (
    <FormDialog
      form={form}
      title={agent ? companyStrings.editAgentTitle : companyStrings.addAgent}
      submitLabel={agent ? companyStrings.save : companyStrings.addAgent}
      busyLabel={agent ? companyStrings.saving : companyStrings.adding}
      closeLabel={added ? companyStrings.enoughAgents : undefined}
      onClose={onClose}
    >
      <PersonFields
        key={added?.id}
        labels={agentFields}
        // The next one begins empty.
        field={(name) => ({ ...form.field(name), ...(added && { defaultValue: '' }) })}
        autoFocus
      />
      {!agent && (
        <p className="text-sm text-ink-faint">
          {Number.isFinite(room) ? companyStrings.roomLeft(room) : companyStrings.agentsUnmailed}
        </p>
      )}
    </FormDialog>
  );
}
