import type { ChangedLead, Lead, LeadDeletion } from '~/shared/leads/lead';
import type { ContactAnswer, CreateLead } from '~/shared/leads/schema';
import { callApi } from '../api-client';
import { callWithAsOf } from './lead-api';

export async function createLead(input: CreateLead, key: string | undefined): Promise<Lead> {
  return (await callApi<{ lead: Lead }>('/api/leads', { method: 'POST', body: input, key })).lead;
}

/** Deletes a lead. Resolves to its last event. */
export async function deleteLead(id: number): Promise<number> {
  return (await callWithAsOf(`/api/leads/${id}`, { method: 'DELETE' })).as_of;
}

/** Deletes a lead and ignores its number until it is restored. Resolves to its last event. */
export async function silenceNumber(id: number): Promise<number> {
  return (await callWithAsOf(`/api/leads/${id}/silence`, { method: 'POST' })).as_of;
}

export async function restoreLead(id: number): Promise<Lead> {
  return (await callApi<{ lead: Lead }>(`/api/leads/${id}/restore`, { method: 'POST' })).lead;
}

/** Records the outcome of an attempt or a call. */
export function answerContact(id: number, answer: ContactAnswer): Promise<ChangedLead> {
  const call = { method: 'PATCH', body: answer, waits: true } as const;
  return callApi(`/api/leads/${id}/contacts`, call);
}

/** Who put a lead in the trash, and when. */
export async function fetchDeletion(id: number): Promise<LeadDeletion> {
  return (await callApi<{ deletion: LeadDeletion }>(`/api/leads/${id}/deletion`)).deletion;
}
