import type { Lead } from '~/shared/leads/lead';
import type { JoinedLead, JoinInput } from '~/shared/leads/person/join';
import { callApi } from '../../api-client';

/** The other leads of a lead's person, and those that were joined into it. */
export function fetchOthers(id: number): Promise<{ leads: Lead[]; joined: JoinedLead[] }> {
  return callApi(`/api/leads/${id}/others`);
}

/** The leads of whoever has this email or this number, which stand in no address and so in no proxy's log. */
export async function fetchMatches(
  contact: { email: string; whatsapp: string; pais: string },
  signal: AbortSignal,
): Promise<Lead[]> {
  const options = { method: 'POST', body: contact, signal } as const;
  return (await callApi<{ leads: Lead[] }>('/api/leads/matches', options)).leads;
}

/** Resolves to the lead that stays. */
export async function joinLeads(id: number, input: JoinInput): Promise<Lead> {
  return (await callApi<{ lead: Lead }>(`/api/leads/${id}/join`, { method: 'POST', body: input })).lead;
}

/** Resolves to the lead that was joined, whole again. */
export async function separateLead(id: number): Promise<Lead> {
  return (await callApi<{ lead: Lead }>(`/api/leads/${id}/separate`, { method: 'POST' })).lead;
}
