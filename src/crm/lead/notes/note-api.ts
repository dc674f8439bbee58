import type { LeadNote } from '~/shared/leads/note';
import type { NoteInput } from '~/shared/leads/schema';
import { callApi } from '../../api-client';

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
