import type { Lead, LeadDeletion } from '~/shared/leads/lead';
import type { CreateLead } from '~/shared/leads/schema';
import { callApi } from '../api-client';

export async function createLead(input: CreateLead, key: string | undefined): Promise<Lead> {
  return (await callApi<{ lead: Lead }>('/api/leads', { method: 'POST', body: input, key })).lead;
}

/** Puts a lead in the trash and hears its number no more, until it is restored. Resolves to its last event id. */
export async function silenceNumber(id: number): Promise<number> {
  let goneAsOf = 0;
  const onAsOf = (asOf: number) => {
    goneAsOf = asOf;
  };
  await callApi(`/api/leads/${id}/silence`, { method: 'POST', onAsOf });
  return goneAsOf;
}

/** Who put a lead in the trash, and when. */
export async function fetchDeletion(id: number): Promise<LeadDeletion> {
  return (await callApi<{ deletion: LeadDeletion }>(`/api/leads/${id}/deletion`)).deletion;
}
