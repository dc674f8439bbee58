import type { LeadEvent } from '~/shared/leads/event';
import { toQuery } from '~/shared/leads/filter-params';
import type { DeletedLead, Lead, LeadCounters } from '~/shared/leads/lead';
import type { LeadNote } from '~/shared/leads/note';
import type { CreateLead, LeadFilters, NoteInput, UpdateLead } from '~/shared/leads/schema';
import { callApi } from '../api-client';

export type LeadPage = { leads: Lead[]; next_cursor: string | null };

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

export async function createLead(input: CreateLead): Promise<Lead> {
  return (await callApi<{ lead: Lead }>('/api/leads', { method: 'POST', body: input })).lead;
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

export async function addNote(leadId: number, input: NoteInput): Promise<LeadNote> {
  return (await callApi<{ note: LeadNote }>(`/api/leads/${leadId}/notes`, { method: 'POST', body: input }))
    .note;
}

export async function editNote(id: number, input: NoteInput): Promise<LeadNote> {
  return (await callApi<{ note: LeadNote }>(`/api/notes/${id}`, { method: 'PATCH', body: input })).note;
}

export function deleteNote(id: number): Promise<void> {
  return callApi(`/api/notes/${id}`, { method: 'DELETE' });
}

export async function fetchTimeline(leadId: number): Promise<LeadEvent[]> {
  return (await callApi<{ events: LeadEvent[] }>(`/api/leads/${leadId}/timeline`)).events;
}

export function fetchTrash(cursor: string): Promise<{ leads: DeletedLead[]; next_cursor: string | null }> {
  return callApi(`/api/leads/trash?cursor=${encodeURIComponent(cursor)}`);
}
