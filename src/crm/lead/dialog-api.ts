import type { Company } from '~/shared/companies/company';
import type { CreateCompany } from '~/shared/companies/schema';
import type { HistoryKind, LeadEvent, TimelinePage } from '~/shared/leads/event';
import type { Lead, LeadDeletion } from '~/shared/leads/lead';
import type { CreateLead } from '~/shared/leads/schema';
import { callApi } from '../api-client';

export async function createLead(input: CreateLead, key: string | undefined): Promise<Lead> {
  return (await callApi<{ lead: Lead }>('/api/leads', { method: 'POST', body: input, key })).lead;
}

/** Makes the agency of a lead that was won, with what the lead tells of it. */
export async function makeCompany(
  input: Pick<CreateCompany, 'lead_id' | 'confirm'>,
  key: string,
): Promise<Company> {
  const call = { method: 'POST', body: input, key } as const;
  return (await callApi<{ company: Company }>('/api/companies', call)).company;
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
