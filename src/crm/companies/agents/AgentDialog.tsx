import { useRef } from 'react';
import { FormDialog } from '~/crm/ui/Dialog';
import { useDraft } from '~/crm/ui/forms/useDraft';
import { useForm } from '~/crm/ui/forms/useForm';
import { showToast } from '~/crm/ui/toasts/toasts';
import type { Agent } from '~/shared/companies/company';
import { type CreateAgent, createAgentSchema } from '~/shared/companies/schema';
import { companyStrings } from '~/shared/strings/companies';
import { addAgent, changeAgent } from '../company-api';
import { PersonFields } from '../PersonFields';

const { agentFields, toasts } = companyStrings;

/** Adds an agent, or edits the given one. */
export function AgentDialog({
  companyId,
  agent,
  onSaved,
  onClose,
}: {
  companyId: number;
  agent?: Agent | undefined;
  onSaved: (agent: Agent) => void;
  onClose: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  const draft = useDraft(agent ? `agent:${agent.id}` : `company:${companyId}:agent`);
  const original = agent && { name: agent.name, email: agent.email };
  const initial: Partial<CreateAgent> = { ...original, ...draft.typed };
  const { errors, busy, submit } = useForm(
    createAgentSchema,
    async (input, key) => {
      onSaved(agent ? await changeAgent(agent.id, input) : await addAgent(companyId, input, key));
      showToast({ tone: 'success', text: agent ? toasts.agentSaved : toasts.agentAdded });
      onClose();
    },
    { fallback: toasts.agentSaveFailed, draft, ...(original && { original }) },
  );
  return (
    <FormDialog
      title={agent ? companyStrings.editAgentTitle : companyStrings.addAgent}
      submitLabel={agent ? companyStrings.save : companyStrings.addAgent}
      busyLabel={busy && (agent ? companyStrings.saving : companyStrings.adding)}
      initialFocus={first}
      draft={draft}
      {...(original && { original })}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFields first={first} labels={agentFields} values={initial} errors={errors} />
    </FormDialog>
  );
}
