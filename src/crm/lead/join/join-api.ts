import type { JoinInput } from '~/shared/leads/join';
import type { JoinedLead, Lead } from '~/shared/leads/lead';
import { joinStrings as strings } from '~/shared/strings/lead/join';
import { callApi } from '../../api-client';
import { attempt } from '../../ui/attempt';
import { showToast } from '../../ui/toasts/toasts';
import type { ListMutations } from '../list-mutations';

/** The person's other leads, and those joined into this one. */
export function fetchOthers(id: number): Promise<{ leads: Lead[]; joined: JoinedLead[] }> {
  return callApi(`/api/leads/${id}/others`);
}

/** The leads with this email or number. Sent in the body: a URL would end up in a proxy's log. */
export async function fetchMatches(
  contact: { email: string; whatsapp: string; pais: string },
  signal: AbortSignal,
): Promise<Lead[]> {
  const options = { method: 'POST', body: contact, signal } as const;
  return (await callApi<{ leads: Lead[] }>('/api/leads/matches', options)).leads;
}

/** Resolves to the surviving lead. */
export async function joinLeads(id: number, input: JoinInput): Promise<Lead> {
  return (await callApi<{ lead: Lead }>(`/api/leads/${id}/join`, { method: 'POST', body: input })).lead;
}

/** Separates a joined lead again, shows both, and says so. */
export async function separateLead(
  id: number,
  from: Lead,
  mutations: ListMutations,
  detail?: string,
): Promise<void> {
  const separate = async () => {
    const call = { method: 'POST' } as const;
    mutations.showSaved((await callApi<{ lead: Lead }>(`/api/leads/${id}/separate`, call)).lead);
    await mutations.refresh(from);
    showToast({ tone: 'success', text: strings.separated, ...(detail && { detail }) });
  };
  await attempt(separate, { failed: strings.separateFailed });
}
