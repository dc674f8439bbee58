import type { Lead, LeadCounters } from '~/shared/leads/lead';
import type { UpdateLead } from '~/shared/leads/schema';
import { callApi } from '../api-client';

export async function changeLead(id: number, changes: UpdateLead): Promise<Lead> {
  const { lead } = await callApi<{ lead: Lead }>(`/api/leads/${id}`, { method: 'PATCH', body: changes });
  return lead;
}

export function fetchCounters(): Promise<LeadCounters> {
  return callApi('/api/leads/counters');
}
