import type { LeadFilters } from './schema';

const FILTER_NAMES = [
  'q',
  'estado',
  'pais',
  'client_type',
  'creados',
  'contacto',
  'orden',
] as const satisfies readonly (keyof LeadFilters)[];

/** The filters as a URL's query, without a question mark; the same filters give the same text. */
export function toQuery(filters: LeadFilters): string {
  const params = new URLSearchParams();
  for (const name of FILTER_NAMES) if (filters[name]) params.set(name, filters[name]);
  return params.toString();
}

/** The filters that a query of this page holds. Whoever receives them checks them. */
export function fromQuery(query: string): LeadFilters {
  const params = new URLSearchParams(query);
  const given = FILTER_NAMES.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(given) as LeadFilters;
}

/** The panel's address with these filters, and with this lead open in it. */
export function panelPath(filters: LeadFilters, leadId?: number): string {
  const params = new URLSearchParams(toQuery(filters));
  if (leadId !== undefined) params.set('lead', String(leadId));
  return params.size > 0 ? `/panel?${params}` : '/panel';
}

/** The number of the lead that a query of the panel names, if it is one. */
export function leadInQuery(query: string): number | undefined {
  const id = new URLSearchParams(query).get('lead') ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}
