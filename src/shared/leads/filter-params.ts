import type { LeadFilters } from './schema';

/** All filters, in the order of the address. A missing one would be dropped from addresses, so it does not compile. */
const FILTERS: Record<keyof LeadFilters, 1> = {
  q: 1,
  estado: 1,
  pais: 1,
  client_type: 1,
  creados: 1,
  contacto: 1,
  duplicados: 1,
  owner: 1,
  agenda: 1,
  from: 1,
  to: 1,
  won_from: 1,
  won_to: 1,
  source: 1,
  imported: 1,
  plan: 1,
  via: 1,
  lost_reason: 1,
  answered: 1,
  open: 1,
  idle: 1,
  orden: 1,
  tz: 1,
};
const FILTER_NAMES = Object.keys(FILTERS) as (keyof LeadFilters)[];

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
