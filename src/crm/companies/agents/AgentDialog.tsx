import { useEffect, useRef, useState } from 'react';
import { FormDialog } from '~/crm/ui/Dialog';
import type { Fields } from '~/crm/ui/forms/kept-drafts';
import { useDraft } from '~/crm/ui/forms/useDraft';
import { useForm } from '~/crm/ui/forms/useForm';
import { showToast } from '~/crm/ui/toasts/toasts';
import type { Agent } from '~/shared/companies/company';
import { createAgentSchema } from '~/shared/companies/schema';
import { companyStrings } from '~/shared/strings/companies';
import { addAgent, changeAgent } from '../company-api';
import { PersonFields } from '../PersonFields';

const { agentFields, toasts } = companyStrings;

/** Adds agents one after another while seats last, or edits the given one. */
export function AgentDialog({
  companyId,
  agent,
  room,
  onSaved,
  onClose,
}: {
  companyId: number;
  agent?: Agent | undefined;
  /** Seats left. */
  room: number;
  onSaved: (agent: Agent) => void;
  onClose: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  const draft = useDraft(agent ? `agent:${agent.id}` : `company:${companyId}:agent`);
  const original: Fields = agent ? { name: agent.name, email: agent.email } : {};
  const [added, setAdded] = useState<Agent | null>(null);
  const { errors, busy, settle, submit } = useForm(
    createAgentSchema,
    async (input, key) => {
      if (agent) {
        onSaved(await changeAgent(agent.id, input));
        showToast({ tone: 'success', text: toasts.agentSaved });
        return onClose();
      }
      const made = await addAgent(companyId, input, key);
      onSaved(made);
      showToast({ tone: 'success', text: toasts.agentAdded, detail: made.name });
      if (room <= 1) return onClose();
      setAdded(made);
      settle();
    },
    { fallback: toasts.agentSaveFailed, draft, original },
  );
  // The form is empty again, and can take the focus only once enabled.
  useEffect(() => {
    if (added) first.current?.focus();
  }, [added]);

  return (
    <FormDialog
      title={agent ? companyStrings.editAgentTitle : companyStrings.addAgent}
      submitLabel={agent ? companyStrings.save : companyStrings.addAgent}
      busyLabel={busy && (agent ? companyStrings.saving : companyStrings.adding)}
      closeLabel={added ? companyStrings.enoughAgents : undefined}
      initialFocus={first}
      draft={draft}
      original={original}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFields
        key={added?.id}
        first={first}
        labels={agentFields}
        values={added ? {} : { ...original, ...draft.typed }}
        errors={errors}
      />
      {!agent && (
        <p className="text-sm text-ink-faint">
          {Number.isFinite(room) ? companyStrings.roomLeft(room) : companyStrings.agentsUnmailed}
        </p>
      )}
    </FormDialog>
  );
}
