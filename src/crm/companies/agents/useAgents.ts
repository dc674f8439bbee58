import { useEffect, useState } from 'react';
import { ApiError, showFailureOf } from '~/crm/api-client';
import { showToast } from '~/crm/ui/toasts/toasts';
import type { Agent } from '~/shared/companies/company';
import { compareAgents } from '~/shared/companies/enums';
import { companyStrings } from '~/shared/strings/companies';
import { changeAgent, deleteAgent, fetchAgents } from '../company-api';

const { toasts } = companyStrings;

/** An agency's agents and the actions on them. A refusal re-reads the list: somebody else may have changed it. */
export function useAgents(companyId: number, initial: Agent[]) {
  const [agents, setAgents] = useState(initial);
  // The page may have re-read the agency.
  useEffect(() => setAgents(initial), [initial]);

  /** Upserts an agent as the server returned it. */
  function show(agent: Agent) {
    setAgents((known) => [...known.filter(({ id }) => id !== agent.id), agent].sort(compareAgents));
  }

  async function refuse(error: unknown, fallback: string) {
    showFailureOf(fallback, error);
    if (!(error instanceof ApiError) || error.code === 'network') return;
    try {
      setAgents(await fetchAgents(companyId));
    } catch {
      // The first failure has been shown already.
    }
  }

  async function toggle(agent: Agent) {
    const suspends = agent.status === 'active';
    try {
      const changed = await changeAgent(agent.id, { status: suspends ? 'suspended' : 'active' });
      show(changed);
      showToast({
        tone: 'success',
        text: suspends ? toasts.agentSuspended : toasts.agentReactivated,
        undo: () => void toggle(changed),
      });
    } catch (error) {
      await refuse(error, toasts.agentStatusFailed);
    }
  }

  async function remove(agent: Agent) {
    try {
      await deleteAgent(agent.id);
      setAgents((known) => known.filter(({ id }) => id !== agent.id));
      showToast({ tone: 'success', text: toasts.agentDeleted });
    } catch (error) {
      await refuse(error, toasts.agentDeleteFailed);
    }
  }

  return { agents, show, toggle, remove };
}
