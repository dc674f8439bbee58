import { ApiError, showFailureOf } from '~/crm/api-client';
import { showToast } from '~/crm/ui/toasts/toasts';
import type { Agent } from '~/shared/companies/company';
import { compareAgents } from '~/shared/companies/enums';
import { companyStrings } from '~/shared/strings/companies';
import { changeAgent, deleteAgent, fetchAgents } from '../company-api';

const { toasts } = companyStrings;

/** How a page's agents change. */
export type ChangeAgents = (next: (known: Agent[]) => Agent[]) => void;

/** The actions on an agency's agents. A refusal re-reads the list: somebody else may have changed it. */
export function useAgents(companyId: number, change: ChangeAgents) {
  /** Upserts an agent as the server returned it. */
  function show(agent: Agent) {
    change((known) => [...known.filter(({ id }) => id !== agent.id), agent].sort(compareAgents));
  }

  async function refuse(error: unknown, fallback: string) {
    showFailureOf(fallback, error);
    if (!(error instanceof ApiError) || error.code === 'network') return;
    try {
      const found = await fetchAgents(companyId);
      change(() => found);
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
      change((known) => known.filter(({ id }) => id !== agent.id));
      showToast({ tone: 'success', text: toasts.agentDeleted });
    } catch (error) {
      await refuse(error, toasts.agentDeleteFailed);
    }
  }

  return { show, toggle, remove };
}
