import type { Company } from '~/shared/companies/company';
import type { CreateCompany } from '~/shared/companies/schema';
import type { ContactChannel } from '~/shared/leads/contact';
import type { HistoryKind, LeadEvent, TimelinePage } from '~/shared/leads/event';
import { toQuery } from '~/shared/leads/filter-params';
import type { Lead, LeadCounters, LeadDeletion, LeadPage, TrashPage } from '~/shared/leads/lead';
import type { Told } from '~/shared/leads/live';
import type { LeadNote } from '~/shared/leads/note';
import type { CreateLead, LeadFilters, NoteInput, UpdateLead } from '~/shared/leads/schema';
import { callApi, pageParams } from '../api-client';

export function fetchLeads(filters: LeadFilters, cursor?: string, signal?: AbortSignal): Promise<LeadPage> {
  const query = new URLSearchParams(toQuery(filters));
  if (cursor) query.set('cursor', cursor);
  return callApi(`/api/leads?${query}`, signal && { signal });
}

/** The counters, in the form of a live update. */
export async function fetchCounters(): Promise<Told> {
  const { as_of, ...counters } = await readCounters<LeadCounters>('');
  return { leads: [], gone: [], counters, as_of };
}

/** How many leads match these filters, and the last event by then. */
export async function fetchTotal(filters: LeadFilters): Promise<{ total: number; as_of: number }> {
  const { listed, as_of } = await readCounters<{ listed: number }>(`?${toQuery(filters)}`);
  return { total: listed, as_of };
}

async function readCounters<Counted>(query: string): Promise<Counted & { as_of: number }> {
  let as_of = 0;
  const onAsOf = (asOf: number) => {
    as_of = asOf;
  };
  return { ...(await callApi<Counted>(`/api/leads/counters${query}`, { onAsOf })), as_of };
}

export async function fetchLead(id: number): Promise<Lead> {
  return (await callApi<{ lead: Lead }>(`/api/leads/${id}`)).lead;
}

export async function createLead(input: CreateLead, key: string | undefined): Promise<Lead> {
  return (await callApi<{ lead: Lead }>('/api/leads', { method: 'POST', body: input, key })).lead;
}

export async function changeLead(id: number, changes: UpdateLead, waits = false): Promise<Lead> {
  return (await callApi<{ lead: Lead }>(`/api/leads/${id}`, { method: 'PATCH', body: changes, waits })).lead;
}

/** Makes the agency of a lead that was won, with what the lead tells of it. */
export async function makeCompany(
  input: Pick<CreateCompany, 'lead_id' | 'confirm'>,
  key: string,
): Promise<Company> {
  const call = { method: 'POST', body: input, key } as const;
  return (await callApi<{ company: Company }>('/api/companies', call)).company;
}

/** Deletes a lead. Resolves to the id of its last event. */
export async function deleteLead(id: number): Promise<number> {
  let goneAsOf = 0;
  const onAsOf = (asOf: number) => {
    goneAsOf = asOf;
  };
  await callApi(`/api/leads/${id}`, { method: 'DELETE', onAsOf });
  return goneAsOf;
}

export async function restoreLead(id: number): Promise<Lead> {
  return (await callApi<{ lead: Lead }>(`/api/leads/${id}/restore`, { method: 'POST' })).lead;
}

/** Records a contact attempt, even if the page is hidden by what it opens. */
export async function openContact(id: number, channel: ContactChannel): Promise<Lead> {
  const call = { method: 'POST', body: { channel }, outlivesPage: true, waits: true } as const;
  return (await callApi<{ lead: Lead }>(`/api/leads/${id}/contacts`, call)).lead;
}

/** Records whether the attempt reached the lead. */
export async function answerContact(id: number, contacted: boolean): Promise<Lead> {
  const call = { method: 'PATCH', body: { contacted }, waits: true } as const;
  return (await callApi<{ lead: Lead }>(`/api/leads/${id}/contacts`, call)).lead;
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

/**
 * The newest pages of a lead's history, as one. A live update reads again all that is shown, because a note further down
 * may have been changed.
 */
export async function fetchTimeline(
  leadId: number,
  kind: HistoryKind | null,
  pages: number,
): Promise<TimelinePage> {
  const events: LeadEvent[] = [];
  let cursor: string | null = null;
  for (let read = 0; read < pages; read++) {
    const query = new URLSearchParams({ ...(kind && { kind }), ...(cursor && { cursor }) }).toString();
    const page: TimelinePage = await callApi(`/api/leads/${leadId}/timeline${query && `?${query}`}`);
    events.push(...page.events);
    cursor = page.next_cursor;
    if (!cursor) break;
  }
  return { events, next_cursor: cursor };
}

/** The page that follows `after`, or the first one. */
export function fetchTrash(after: TrashPage | null, signal: AbortSignal): Promise<TrashPage> {
  return callApi(`/api/leads/trash${pageParams(after)}`, { signal });
}
