import { FILTER_NAMES, type LeadFilters } from './filters';

/** Filters as a query string without '?'; equal filters give equal text. */
export function toQuery(filters: LeadFilters): string {
  const params = new URLSearchParams();
  for (const name of FILTER_NAMES) if (filters[name]) params.set(name, filters[name]);
  return params.toString();
}

/** Filters from a query string, unvalidated. */
export function fromQuery(query: string): LeadFilters {
  const params = new URLSearchParams(query);
  const given = FILTER_NAMES.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(given) as LeadFilters;
}

/** The panel's URL with these filters and, optionally, an open lead. Without `tz` days are the reader's own. */
export function panelPath(filters: LeadFilters, leadId?: number): string {
  const params = new URLSearchParams(toQuery(filters));
  if (leadId !== undefined) params.set('lead', String(leadId));
  return params.size > 0 ? `/panel?${params}` : '/panel';
}

/** Path of the form that creates an agency from a won lead. */
export function makeCompanyPath(leadId: number): string {
  return `/users?crear=${leadId}`;
}

/** Path that opens a chat with a lead and records that somebody did. */
export function whatsappPath(leadId: number): string {
  return `/panel/whatsapp?lead=${leadId}`;
}

/** The open lead's id in a panel query, if valid. */
export function leadInQuery(query: string): number | undefined {
  const id = new URLSearchParams(query).get('lead') ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}
