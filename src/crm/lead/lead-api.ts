import type { LeadEvent } from '~/shared/leads/event';
import { toQuery } from '~/shared/leads/filter-params';
import type { Lead, LeadCounters, LeadDeletion, LeadPage, TrashPage } from '~/shared/leads/lead';
import type { LeadNote } from '~/shared/leads/note';
import type { CreateLead, LeadFilters, NoteInput, UpdateLead } from '~/shared/leads/schema';
import { callApi, pageParams } from '../api-client';

export function fetchLeads(filters: LeadFilters, cursor?: string, signal?: AbortSignal): Promise<LeadPage> {
  const query = new URLSearchParams(toQuery(filters));
  if (cursor) query.set('cursor', cursor);
  return callApi(`/api/leads?${query}`, signal && { signal });
}

export function fetchCounters(): Promise<LeadCounters> {
  return callApi('/api/leads/counters');
}

export async function fetchLead(id: number): Promise<Lead> {
  return (await callApi<{ lead: Lead }>(`/api/leads/${id}`)).lead;
}

export async function createLead(input: CreateLead, key: string | undefined): Promise<Lead> {
  return (await callApi<{ lead: Lead }>('/api/leads', { method: 'POST', body: input, key })).lead;
}

export async function changeLead(id: number, changes: UpdateLead): Promise<Lead> {
  return (await callApi<{ lead: Lead }>(`/api/leads/${id}`, { method: 'PATCH', body: changes })).lead;
}

export function deleteLead(id: number): Promise<void> {
  return callApi(`/api/leads/${id}`, { method: 'DELETE' });
}

export async function restoreLead(id: number): Promise<Lead> {
  return (await callApi<{ lead: Lead }>(`/api/leads/${id}/restore`, { method: 'POST' })).lead;
}

export async function recordWhatsappOpened(id: number): Promise<Lead> {
  return (await callApi<{ lead: Lead }>(`/api/leads/${id}/whatsapp`, { method: 'POST' })).lead;
}

export async function fetchNotes(leadId: number): Promise<LeadNote[]> {
  return (await callApi<{ notes: LeadNote[] }>(`/api/leads/${leadId}/notes`)).notes;
}

export async function addNote(leadId: number, input: NoteInput, key: string): Promise<LeadNote> {
  const path = `/api/leads/${leadId}/notes`;
  return (await callApi<{ note: LeadNote }>(path, { method: 'POST', body: input, key })).note;
}

export async function editNote(id: number, input: NoteInput): Promise<LeadNote> {
  return (await callApi<{ note: LeadNote }>(`/api/notes/${id}`, { method: 'PATCH', body: input })).note;
}

export function deleteNote(id: number): Promise<void> {
  return callApi(`/api/notes/${id}`, { method: 'DELETE' });
}

export async function restoreNote(id: number): Promise<LeadNote> {
  return (await callApi<{ note: LeadNote }>(`/api/notes/${id}/restore`, { method: 'POST' })).note;
}

/** Who put a lead in the trash, and when. */
export async function fetchDeletion(id: number): Promise<LeadDeletion> {
  return (await callApi<{ deletion: LeadDeletion }>(`/api/leads/${id}/deletion`)).deletion;
}

export async function fetchTimeline(leadId: number): Promise<LeadEvent[]> {
  return (await callApi<{ events: LeadEvent[] }>(`/api/leads/${leadId}/timeline`)).events;
}

/** The page behind `after`, or the first one. */
export function fetchTrash(after: TrashPage | null, signal: AbortSignal): Promise<TrashPage> {
  return callApi(`/api/leads/trash${pageParams(after)}`, { signal });
}
