import type { JoinInput } from '~/shared/leads/join';
import type { JoinedLead, Lead } from '~/shared/leads/lead';
import { joinStrings as strings } from '~/shared/strings/lead/join';
import { callApi, post } from '../../api-client';
import { attempt } from '../../ui/run-with-toast';
import { showToast } from '../../ui/toasts/toasts';
import type { ListMutations } from '../lead-mutations';

/** The person's other leads, and those joined into this one. */
export const fetchOthers = (id: number) => callApi<{ leads: Lead[]; joined: JoinedLead[] }>(`/api/leads/${id}/others`);

/** The leads with this email or number. Sent in the body: a URL would end up in a proxy's log. */
export const fetchMatches = async (contact: { email: string; whatsapp: string; pais: string }, signal: AbortSignal) =>
  (await post<{ leads: Lead[] }>('/api/leads/matches', contact, { signal })).leads;

/** Resolves to the surviving lead. */
export const joinLeads = async (id: number, input: JoinInput) =>
  (await post<{ lead: Lead }>(`/api/leads/${id}/join`, input)).lead;

/** Separates a joined lead again, shows both, and says so. */
export async function separateLead(id: number, from: Lead, mutations: ListMutations, detail?: string): Promise<void> {
  const separate = async () => {
    mutations.showSaved((await post<{ lead: Lead }>(`/api/leads/${id}/separate`)).lead);
    await mutations.refresh(from);
    showToast({ tone: 'success', text: strings.separated, ...(detail && { detail }) });
  };
  await attempt(separate, { failed: strings.separateFailed });
}
