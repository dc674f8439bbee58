import type { Lead, LeadDeletion } from '~/shared/leads/lead';
import type { CreateLead } from '~/shared/leads/schema';
import { callApi } from '../api-client';

export async function createLead(input: CreateLead, key: string | undefined): Promise<Lead> {
  return (await callApi<{ lead: Lead }>('/api/leads', { method: 'POST', body: input, key })).lead;
}

/** Who put a lead in the trash, and when. */
export async function fetchDeletion(id: number): Promise<LeadDeletion> {
  return (await callApi<{ deletion: LeadDeletion }>(`/api/leads/${id}/deletion`)).deletion;
}
