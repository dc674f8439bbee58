import type { ContactChannel } from '~/shared/leads/enums';
import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import type { ChangedLead, Lead, LeadDeletion, LeadPage, PanelAnswer } from '~/shared/leads/lead';
import type { ContactAnswer, CreateLead, UpdateLead } from '~/shared/leads/schema';
import { callApi, patch, post } from '../api-client';

export function fetchLeads(filters: LeadFilters, cursor?: string, signal?: AbortSignal): Promise<LeadPage> {
  const query = new URLSearchParams(toQuery(filters));
  if (cursor) query.set('cursor', cursor);
  return callApi(`/api/leads?${query}`, signal && { signal });
}

/** What an open panel shows: so many rows of a list, and these leads beside it. */
export function fetchPanel(
  filters: LeadFilters,
  { rows, also }: { rows: number; also: readonly number[] },
  signal: AbortSignal,
): Promise<PanelAnswer> {
  const query = new URLSearchParams(toQuery(filters));
  query.set('rows', String(rows));
  if (also.length > 0) query.set('also', also.join());
  return callApi(`/api/leads/panel?${query}`, { signal });
}

/** Calls an endpoint. `as_of` is the last lead event as of its answer. */
export async function callWithAsOf<Answer>(path: string, call: Parameters<typeof callApi>[1] = {}) {
  let as_of = 0;
  const onAsOf = (asOf: number) => {
    as_of = asOf;
  };
  return { answer: await callApi<Answer>(path, { ...call, onAsOf }), as_of };
}

export async function fetchLead(id: number): Promise<Lead> {
  return (await callApi<{ lead: Lead }>(`/api/leads/${id}`)).lead;
}

export function patchLead(id: number, body: UpdateLead, waits = false): Promise<ChangedLead> {
  return callApi(`/api/leads/${id}`, { method: 'PATCH', body, waits });
}

/** Undoes the user's act, named by one of its events. */
export function undoAct(id: number, event: number): Promise<ChangedLead> {
  return callApi(`/api/leads/${id}/undo`, { method: 'POST', body: { event }, waits: 'done once' });
}

/** Records a contact attempt, even if what it opens hides the page. */
export function openContact(id: number, channel: ContactChannel, claim = true): Promise<ChangedLead> {
  const call = { method: 'POST', body: { channel, claim }, outlivesPage: true, waits: true } as const;
  return callApi(`/api/leads/${id}/contacts`, call);
}

export const createLead = async (input: CreateLead, key: string | undefined) =>
  (await post<{ lead: Lead }>('/api/leads', input, { key })).lead;

/** Deletes a lead. Resolves to its last event. */
export const deleteLead = async (id: number) => (await callWithAsOf(`/api/leads/${id}`, { method: 'DELETE' })).as_of;

/** Deletes a lead and ignores its number until it is restored. Resolves to its last event. */
export const silenceNumber = async (id: number) =>
  (await callWithAsOf(`/api/leads/${id}/silence`, { method: 'POST' })).as_of;

export const restoreLead = async (id: number) => (await post<{ lead: Lead }>(`/api/leads/${id}/restore`)).lead;

/** Records the outcome of an attempt or a call. */
export const answerContact = (id: number, answer: ContactAnswer) =>
  patch<ChangedLead>(`/api/leads/${id}/contacts`, answer, { waits: true });

/** Who put a lead in the trash, and when. */
export const fetchDeletion = async (id: number) =>
  (await callApi<{ deletion: LeadDeletion }>(`/api/leads/${id}/deletion`)).deletion;
