import type { LeadCounters } from '~/shared/leads/counters';
import type { ContactChannel } from '~/shared/leads/enums';
import { toQuery } from '~/shared/leads/filter-params';
import type { ChangedLead, Lead, LeadPage } from '~/shared/leads/lead';
import type { LeadsUpdate } from '~/shared/leads/live';
import type { LeadFilters, UpdateLead } from '~/shared/leads/schema';
import { callApi } from '../api-client';

export function fetchLeads(filters: LeadFilters, cursor?: string, signal?: AbortSignal): Promise<LeadPage> {
  const query = new URLSearchParams(toQuery(filters));
  if (cursor) query.set('cursor', cursor);
  return callApi(`/api/leads?${query}`, signal && { signal });
}

/** The counters, shaped like a live update. */
export async function fetchCounters(): Promise<LeadsUpdate> {
  const { as_of, ...counters } = await readCounters<LeadCounters>('');
  return { leads: [], gone: [], counters, as_of };
}

/** How many leads match, and the last event as of then. */
export async function fetchTotal(filters: LeadFilters): Promise<{ total: number; as_of: number }> {
  const { listed, as_of } = await readCounters<{ listed: number }>(`?${toQuery(filters)}`);
  return { total: listed, as_of };
}

async function readCounters<Counted>(query: string): Promise<Counted & { as_of: number }> {
  const { answer, as_of } = await callWithAsOf<Counted>(`/api/leads/counters${query}`);
  return { ...answer, as_of };
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
